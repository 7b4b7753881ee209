# plyforge tb.

load helper

# The tables of the corpora; without them the test is skipped.
tables()
{
    [[ -d ${CORPORA:-}/syzygy ]] || skip "no tables: PLYFORGE_CORPORA is not set"
    TABLES=$CORPORA/syzygy
}

@test "tb prints the result, its distance, and the moves from best to worst" {
    tables
    accepted "KRvK: win, dtz 25
Kb1     win            25
Ka2     win            27
Rd5     win            27
Rd6     win            27
Rd7     win            27
Rd8     win            27
Rb1     win            31
Rc1+    win            31
Re1     win            31
Rf1     win            31
Rg1     win            31
Rh1     win            31
Rd2     draw            -
Rd3+    draw            -
Rd4     draw            -" tb --san --tables "$TABLES" "8/8/8/8/8/2k5/8/K2R4 w - - 0 1"
    accepted "KPvK: loss, dtz -2
d8e8    loss           -2" tb --tables "$TABLES" --fen "3k4/1P6/3K4/8/8/8/8/8 b - - 0 1"
    accepted "KPvK: draw" tb --tables "$TABLES" "4k3/4P3/4K3/8/8/8/8/8 b - - 0 1"
    accepted "KRvK: loss, dtz -1" tb --tables "$TABLES" "R3k3/8/4K3/8/8/8/8/8 b - - 0 1"
}

@test "en passant and the half-move clock count" {
    tables
    plyforge tb --san --tables "$TABLES" "8/8/8/k2Pp3/8/8/8/4K3 w - e6 0 2"
    same first "KPvKP: win, dtz 1" "${lines[0]}"
    same second "dxe6    win             1" "${lines[1]}"
    same third "Kd1     draw            -" "${lines[2]}"
    plyforge tb --tables "$TABLES" "8/8/8/8/8/2k5/8/K2R4 w - - 75 90"
    same second "a1b1    win            25" "${lines[1]}"
    same third "a1a2    cursed win     27" "${lines[2]}"
}

@test "several directories" {
    tables
    mkdir "$BATS_TEST_TMPDIR/wdl" "$BATS_TEST_TMPDIR/dtz"
    cp "$TABLES/KRvK.rtbw" "$BATS_TEST_TMPDIR/wdl"
    cp "$TABLES/KRvK.rtbz" "$BATS_TEST_TMPDIR/dtz"
    refused "there is no table KRvK.rtbz" tb --tables "$BATS_TEST_TMPDIR/wdl" "8/8/8/8/8/2k5/8/K2R4 w - - 0 1"
    refused "there is no table KRvK.rtbw" tb --tables "$BATS_TEST_TMPDIR/dtz" "8/8/8/8/8/2k5/8/K2R4 w - - 0 1"
    plyforge tb --tables "$BATS_TEST_TMPDIR/wdl:$BATS_TEST_TMPDIR/dtz" "8/8/8/8/8/2k5/8/K2R4 w - - 0 1"
    same status 0 "$status"
    same first "KRvK: win, dtz 25" "${lines[0]}"
    head -c 100 "$TABLES/KRvK.rtbw" >"$BATS_TEST_TMPDIR/dtz/KRvK.rtbw"
    refused "KRvK.rtbw: the table is truncated" tb --tables "$BATS_TEST_TMPDIR/dtz" "8/8/8/8/8/2k5/8/K2R4 w - - 0 1"
}

@test "tb refuses bad input" {
    refused "tb needs --tables DIRECTORY, the directory of the tablebases" tb "8/8/8/8/8/2k5/8/K2R4 w - - 0 1"
    refused "/nowhere: the directory of tables cannot be read" tb --tables /nowhere "$FEW"
    refused "there are no tables (files such as KQvK.rtbw) in '$BATS_TEST_TMPDIR'" tb --tables "$BATS_TEST_TMPDIR" "$FEW"
    refused "tb needs FEN; try 'plyforge tb --help'" tb --tables "$BATS_TEST_TMPDIR"
    refused "bad FEN at offset 0: *" tb --tables "$BATS_TEST_TMPDIR" --fen x
    refused "unexpected argument*" tb --tables "$BATS_TEST_TMPDIR" x
    touch "$BATS_TEST_TMPDIR/KRvK.rtbw"
    refused "KRvK.rtbw: the file is empty" tb --tables "$BATS_TEST_TMPDIR" "8/8/8/8/8/2k5/8/K2R4 w - - 0 1"
    refused "there is no table KQvK.rtbw" tb --tables "$BATS_TEST_TMPDIR" "8/8/8/8/8/2k5/8/K2Q4 w - - 0 1"
    refused "tablebases do not cover positions with castling rights" tb --tables "$BATS_TEST_TMPDIR" --fen startpos
    refused "more men than any tablebase covers" tb --tables "$BATS_TEST_TMPDIR" "$FEW"
}
