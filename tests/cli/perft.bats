# plyforge perft.

load helper

@test "perft prints the node count and nothing else" {
    plyforge perft 4
    same status 0 "$status"
    same output "Nodes searched: 197281" "$output"
}

@test "perft prints time and speed on standard error" {
    plyforge perft 2
    [[ $stderr =~ ^Time:\ [0-9.]+\ s,\ speed:\ [0-9.]+\ Mnps$ ]]
}

@test "perft 0 is 1" {
    plyforge perft 0
    same output "Nodes searched: 1" "$output"
    plyforge perft 0 --divide
    same output $'\nNodes searched: 1' "$output"
    plyforge perft 0 --plain
    same output "Nodes searched: 1" "$output"
}

@test "perft of a mated side" {
    plyforge perft 3 --divide --moves "f2f3 e7e5 g2g4 d8h4"
    same status 0 "$status"
    same output $'\nNodes searched: 0' "$output"
}

@test "perft --divide prints the root moves in alphabetical order" {
    plyforge perft 2 --divide --fen "4k3/P7/8/8/8/8/8/4K2R w K - 0 1"
    same status 0 "$status"
    same output "\
a7a8b: 5
a7a8n: 5
a7a8q: 3
a7a8r: 3
e1d1: 5
e1d2: 5
e1e2: 5
e1f1: 5
e1f2: 5
e1g1: 3
h1f1: 3
h1g1: 5
h1h2: 5
h1h3: 5
h1h4: 5
h1h5: 5
h1h6: 5
h1h7: 2
h1h8: 3

Nodes searched: 82" "$output"
}

@test "perft --show draws the board first" {
    plyforge perft 1 --show --moves "e2e4 e7e5"
    same status 0 "$status"
    same output "\
8  r n b q k b n r
7  p p p p . p p p
6  . . . . . . . .
5  . . . . p . . .
4  . . . . P . . .
3  . . . . . . . .
2  P P P P . P P P
1  R N B Q K B N R

   a b c d e f g h

Nodes searched: 29" "$output"
}

@test "every way to count gives the same divide" {
    plyforge perft 3 --divide --fen "$KIWIPETE"
    expected=$output
    same "last line" "Nodes searched: 97862" "${lines[-1]}"
    for way in --no-bulk --plain "--plain --no-bulk" "--backend portable" "--backend auto" "--backend portable --no-bulk"; do
        # shellcheck disable=SC2086 # the words are meant to be split
        plyforge perft 3 --divide --fen "$KIWIPETE" $way
        same "perft $way" "$expected" "$output"
    done
}

@test "castling is the king's step, with --chess960 the king taking its rook" {
    plyforge perft 1 --divide --fen "4k3/8/8/8/8/8/7P/4K2R w K - 0 1"
    [[ $output == *"e1g1: 1"* && $output != *"e1h1"* ]]
    plyforge perft 1 --divide --chess960 --fen "4k3/8/8/8/8/8/7P/4K2R w K - 0 1"
    [[ $output == *"e1h1: 1"* && $output != *"e1g1"* ]]
}

@test "perft of a Chess960 position" {
    plyforge perft 3 --chess960 --fen "$CHESS960"
    same status 0 "$status"
    same output "Nodes searched: 19548" "$output"
}

@test "--moves reads both forms of castling" {
    plyforge perft 1 --fen "$KIWIPETE" --moves "e1g1"
    expected=$output
    plyforge perft 1 --fen "$KIWIPETE" --moves "  e1h1 "
    same output "$expected" "$output"
}

@test "the options may stand anywhere" {
    plyforge perft --fen "$KIWIPETE" --no-bulk 2
    same output "Nodes searched: 2039" "$output"
}

@test "perft --json" {
    plyforge perft 2 --json --divide --fen "7k/8/8/8/8/8/8/K7 w - - 0 1"
    same status 0 "$status"
    same stderr "" "$stderr"
    [[ $output =~ \"seconds\":\ [0-9.e-]+, ]]
    [[ $output =~ \"nodes_per_second\":\ [0-9.e+]+ ]]
    same output '{
  "fen": "7k/8/8/8/8/8/8/K7 w - - 0 1",
  "depth": 2,
  "nodes": "9",
  "divide": {
    "a1a2": "3",
    "a1b1": "3",
    "a1b2": "3"
  }
}' "$(without_times <<<"$output")"
    plyforge perft 1 --json
    [[ $output != *divide* ]]
    refused "--show and --json cannot be combined" perft 1 --json --show
}

@test "perft --stats prints the published table of the start position" {
    plyforge perft 5 --stats
    same status 0 "$status"
    same output "\
Depth    Nodes  Captures  E.p.  Castles  Promotions  Checks  Discovered  Double  Mates  Checks-Mates
    1       20         0     0        0           0       0           0       0      0             0
    2      400         0     0        0           0       0           0       0      0             0
    3     8902        34     0        0           0      12           0       0      0            12
    4   197281      1576     0        0           0     469           0       0      8           461
    5  4865609     82719   258        0           0   27351           6       0    347         27004

Depth  Direct  Mates  Discovered  Mates  Double  Mates  Double discovered  Mates
    1       0      0           0      0       0      0                  0      0
    2       0      0           0      0       0      0                  0      0
    3      12      0           0      0       0      0                  0      0
    4     469      8           0      0       0      0                  0      0
    5   27345    347           6      0       0      0                  0      0" "$output"
    [[ $stderr =~ ^Time:\ [0-9.]+\ s,\ speed:\ [0-9.]+\ Mnps$ ]]
    plyforge perft 0 --stats
    same "row" "    0      1         0     0        0           0       0           0       0      0             0" \
        "${lines[1]}"
}

@test "perft --stats --json" {
    plyforge perft 1 --stats --json --fen "6k1/5ppp/8/8/8/8/6PP/R5K1 w - - 0 1"
    same status 0 "$status"
    same output '{
  "fen": "6k1/5ppp/8/8/8/8/6PP/R5K1 w - - 0 1",
  "depth": 1,
  "nodes": "19",
  "stats": [
    {
      "depth": 1,
      "nodes": "19",
      "captures": "0",
      "en_passant": "0",
      "castles": "0",
      "promotions": "0",
      "checks": "1",
      "discovered_checks": "0",
      "double_checks": "0",
      "mates": "1",
      "checks_without_mates": "0",
      "checks_by_kind": {
        "direct": "1",
        "discovered": "0",
        "double": "0",
        "double_discovered": "0"
      },
      "mates_by_kind": {
        "direct": "1",
        "discovered": "0",
        "double": "0",
        "double_discovered": "0"
      }
    }
  ]
}' "$(without_times <<<"$output" | sed '$!N; s/,\n}$/\n}/; P; D')"
    refused "--stats cannot be combined with --divide, --no-bulk, --list-leaves, --plain or the options of long counts" perft 1 --stats --divide
    refused "--stats cannot be combined with --divide, --no-bulk, --list-leaves, --plain or the options of long counts" perft 1 --stats --hash 1M
    refused "--stats cannot be combined with *" perft 1 --stats --list-leaves
}

@test "an unreachable position is counted, with a warning if something was repaired" {
    plyforge perft 3 --fen "4k3/8/8/8/8/8/8/r3K2r w - - 0 1"
    same status 0 "$status"
    same output "Nodes searched: 405" "$output"
    same warning "plyforge: warning: repaired or tolerated: check that no move could have given" "${stderr_lines[0]}"
    plyforge perft 1 --fen "4k3/8/8/8/8/8/8/4K3 w KQ e6 0 1"
    same output "Nodes searched: 5" "$output"
    same warning "plyforge: warning: repaired or tolerated: castling right without its king and rook;\
 impossible en passant square e6" "${stderr_lines[0]}"
}

@test "Chess960 rights without --chess960 are dropped with a hint" {
    plyforge perft 1 --fen "$CHESS960"
    same status 0 "$status"
    [[ ${stderr_lines[0]} == "plyforge: warning: "*"(is --chess960 missing?)" ]]
}

@test "wrong depths are refused" {
    refused "perft needs DEPTH; try 'plyforge perft --help'" perft
    for depth in "" six 6x 1.5 +1 256 99999999999999999999999999999999999999999 " 1"; do
        refused "DEPTH must be a number from 0 to 255, not '$depth'" perft "$depth"
    done
    refused "negative number '-1': no command takes one" perft -1
    refused "DEPTH must be a number from 0 to 255, not '-1'" perft -- -1
    refused "unexpected argument '2' (a FEN or a list of moves goes in quotes)" perft 1 2
}

@test "wrong positions are refused" {
    refused "bad FEN at offset 3: unknown piece*" perft 1 --fen "rnbxkbnr/8/8/8/8/8/8/8 w - - 0 1"
    refused "bad FEN at offset 0: empty FEN" perft 1 --fen ""
    refused "impossible position: no black king; pawn on the first or last rank" \
        perft 1 --fen "P7/8/8/8/8/8/8/4K3 w - - 0 1"
    refused "impossible position: the side not to move is in check" perft 1 --fen "4k3/8/8/8/8/8/8/4K2R b - - 0 1" \
        --moves "" --fen "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1"
    refused "unexpected argument*" perft 1 --fen 8/8/8/8/8/8/8/8 w - - 0 1
}

@test "wrong moves are refused" {
    refused "--moves 'e2e5': *" perft 1 --moves "e2e4 e7e5 e2e5"
    refused "--moves 'e2': *" perft 1 --moves "e2"
    refused "--moves 'e5': *" perft 1 --moves "e5"
    refused "--moves 'e5': *" perft 1 --variant atomic --moves "e5"
    refused "--moves 'e7e8x': *" perft 1 --moves "e7e8x"
}

@test "wrong --backend is refused" {
    refused "--backend takes $(backends), not 'z80'" perft 1 --backend z80
}

@test "--backend takes every level; help and man page name each" {
    local level page tried=0
    page=$(sed -n '/--backend " WHICH"/,/^\.TP/p' <(sed 's/\\-/-/g' "$BATS_TEST_DIRNAME/../../docs/man/plyforge.1"))
    for level in $(levels); do
        tried=$((tried + 1))
        plyforge perft 3 --backend "$level"
        [[ $status == 2 && $stderr == *"--backend $level: not supported by this machine or this build" ]] || same "$level" "Nodes searched: 8902" "$output"
        [[ $("$PLYFORGE" perft --help | grep -e --backend) =~ [\ ,]$level[,\ ] ]] || same "help names" "$level" nothing
        [[ $page =~ (^|[^a-z0-9])$level([^a-z0-9]|$) ]] || same "man page names" "$level" nothing
    done
    ((tried >= 4))
}

@test "every legality strategy and every slider back end gives the same divide" {
    plyforge perft 3 --divide --fen "$KIWIPETE"
    expected=$output
    for way in "--legality masks" "--legality filter" "--sliders magic" "--sliders hyperbola" "--sliders obstruction" \
        "--sliders kogge-stone" --list-leaves "--list-leaves --plain" "--list-leaves --backend portable" \
        "--legality filter --list-leaves" "--legality filter --no-bulk" "--sliders magic --list-leaves"; do
        # shellcheck disable=SC2086 # the words are meant to be split
        plyforge perft 3 --divide --fen "$KIWIPETE" $way
        same "perft $way" "$expected" "$output"
    done
    # What the machine or the build may lack is refused, or right.
    for way in "--legality lookup" "--sliders pext" "--sliders hyperbola-pshufb" "--sliders kogge-stone-sse2" \
        "--sliders kogge-stone-avx2" "--sliders kogge-stone-avx512"; do
        # shellcheck disable=SC2086
        plyforge perft 3 --divide --fen "$KIWIPETE" $way
        if ((status == 2)); then
            [[ $stderr == "plyforge: $way: not supported by this "*"build" ]]
        else
            same "perft $way" "$expected" "$output"
        fi
    done
}

@test "perft 0 and 1 with every legality strategy" {
    for way in "--legality filter" "--sliders obstruction" --list-leaves; do
        # shellcheck disable=SC2086
        plyforge perft 0 $way
        same "perft 0 $way" "Nodes searched: 1" "$output"
        # shellcheck disable=SC2086
        plyforge perft 1 $way
        same "perft 1 $way" "Nodes searched: 20" "$output"
    done
}

@test "a slider back end that the machine lacks is refused" {
    # Valgrind is a machine without AVX-512; sanitizers do not run on it.
    command -v valgrind >/dev/null || skip "valgrind is not installed"
    nm -D "$PLYFORGE" | grep -q '__asan_init\|__tsan_init' && skip "not with sanitizers"
    run --separate-stderr valgrind -q "$PLYFORGE" perft 1 --sliders kogge-stone-avx512
    same status 2 "$status"
    same stdout "" "$output"
    same stderr "plyforge: --sliders kogge-stone-avx512: not supported by this machine or this build" "$stderr"
}

@test "wrong legality strategies and sliders are refused" {
    refused "--legality takes masks, filter or lookup, not 'magic'" perft 1 --legality magic
    refused "--sliders takes magic, pext, hyperbola, hyperbola-pshufb, obstruction, kogge-stone, kogge-stone-sse2,\
 kogge-stone-avx2 or kogge-stone-avx512, not 'masks'" perft 1 --sliders masks
    refused "--legality and --sliders cannot be combined" perft 1 --legality masks --sliders magic
    refused "--legality and --backend cannot be combined" perft 1 --legality masks --backend auto
    refused "--sliders and --backend cannot be combined" perft 1 --backend portable --sliders magic
    refused "--legality and --hash cannot be combined" perft 1 --legality masks --hash 1M
    refused "--sliders and --hash cannot be combined" perft 1 --hash 1M --sliders magic
    refused "--sliders and --threads cannot be combined" perft 1 --threads 2 --sliders magic
    refused "--no-bulk and --list-leaves cannot be combined" perft 1 --no-bulk --list-leaves
}

@test "perft --show --unicode" {
    plyforge perft 1 --show --unicode
    same "first line" "8  ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜" "${lines[0]}"
    refused "--unicode needs --show" perft 1 --unicode
}

@test "perft --stats: the double checks of kiwipete at depth 5, 8 of which mate" {
    plyforge perft 5 --stats --fen "$KIWIPETE"
    same "row" "    5  193690690  35043416  73365  4993637        8392  3309887       19883    2645  30171       3279716" \
        "${lines[5]}"
    same "checks by kind" "    5  3287359  30163       19883      0    2645      8                  0      0" "${lines[-1]}"
}

@test "perft --stats is the same with one thread and with two" {
    plyforge perft 4 --stats --threads 1 --fen "$KIWIPETE"
    same status 0 "$status"
    one=$output
    plyforge perft 4 --stats --threads 2 --fen "$KIWIPETE"
    same output "$one" "$output"
    same "last line" "    4  4085603    757163  1929   128013       15172   25523          42       6     43         25480" "${lines[4]}"
    plyforge perft 4 --stats --memory 1M --fen "$KIWIPETE"
    same output "$one" "$output"
}
