# What the tests of the program share. The program under test is named by the environment variable PLYFORGE.
# shellcheck shell=bash

bats_require_minimum_version 1.5.0

DATA=$BATS_TEST_DIRNAME/data
KIWIPETE="r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
FEW="8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
CHESS960="1r2k1r1/p6p/8/8/8/8/P6P/1R2K1R1 w GBgb - 0 1"

setup()
{
    if [[ -z ${PLYFORGE:-} || ! -x $PLYFORGE ]]; then
        echo "Set PLYFORGE to the path of the plyforge program to be tested (it is '${PLYFORGE:-}')." >&2
        return 1
    fi
    # The program for smaller machines (tests/smaller_cpu.c) where this one is smaller still.
    if [[ -n ${PLYFORGE_TEST_CPU:-} ]]; then
        run "$PLYFORGE" --version
        if ((status == 77)); then skip "no $PLYFORGE_TEST_CPU on this machine"; fi
    fi
}

# The levels of the library in order, from the table that the build reads too.
levels()
{
    sed -nE 's/^ *LEVEL\(([a-z0-9_]+),.*/\1/p' "$BATS_TEST_DIRNAME/../../src/base/cpu/levels.h"
}

# What --backend takes, as a refusal lists it.
backends()
{
    echo "auto, $(levels | paste -sd, | sed 's/,/, /g') or cuda"
}

# Runs the program, with its exit status, standard output and standard error in $status, $output and $stderr.
plyforge()
{
    run --separate-stderr "$PLYFORGE" "$@"
}

# same NAME EXPECTED ACTUAL: fails with both texts unless they are the same.
same()
{
    [[ $2 == "$3" ]] && return
    printf '%s: expected\n%s\nbut got\n%s\n' "$1" "$2" "$3" >&2
    return 1
}

# accepted EXPECTED_OUTPUT ARGUMENT...: status 0, exactly this output, nothing on standard error.
accepted()
{
    local expected=$1
    shift
    plyforge "$@"
    same status 0 "$status"
    same output "$expected" "$output"
    same stderr "" "$stderr"
}

# refused EXPECTED_MESSAGE ARGUMENT...: status 2, no output, and one line that says why. The message is a pattern.
refused()
{
    local expected=$1
    shift
    plyforge "$@"
    same status 2 "$status"
    same output "" "$output"
    # shellcheck disable=SC2154,SC2053 # run sets stderr_lines; the right side is meant as a pattern
    if ((${#stderr_lines[@]} != 1)) || [[ ${stderr_lines[0]} != plyforge:\ $expected ]]; then
        same stderr "plyforge: $expected" "$stderr"
    fi
}

# check_json HEADING: holds the JSON on standard input against the schema that docs/scripting.md has under the heading.
check_json()
{
    python3 "$BATS_TEST_DIRNAME/check_json.py" "$BATS_TEST_DIRNAME/../../docs/scripting.md" "$@"
}

# fits HEADING STATUS ARGUMENT...: the program ends with that status, and its output fits the schema.
fits()
{
    local heading=$1 expected=$2
    shift 2
    run --separate-stderr "$PLYFORGE" "$@" --json
    same "status of $*" "$expected" "$status"
    check_json "$heading" <<<"$output"
}

needs_sqlite()
{
    if [[ $("$PLYFORGE" perft 0 --ledger "$BATS_TEST_TMPDIR/try.ledger" 2>&1) == *"built without SQLite"* ]]; then
        skip "plyforge was built without SQLite"
    fi
}

# sql LEDGER STATEMENT: runs SQL on a ledger behind the program's back, and prints the rows.
sql()
{
    python3 -c 'import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
for row in connection.execute(sys.argv[2]): print(*row)
connection.commit()' "$1" "$2"
}

# Standard input without the members of a JSON object that depend on the clock.
without_times()
{
    sed -E '/"(seconds|nodes_per_second)":/d'
}

# A UCI engine in a few lines of shell; $1 is what it does when told to go, in which $line is what it was told.
fake_engine()
{
    cat >"$BATS_TEST_TMPDIR/engine" <<END
while read -r line; do
    case \$line in
        uci) echo "id name Fake"; echo uciok ;;
        isready) echo readyok ;;
        go*) $1 ;;
        quit) exit ;;
    esac
done
END
    echo "sh $BATS_TEST_TMPDIR/engine"
}

# Runs a command as a user who may not write where the tests do: root as user 65534. needs_reader skips where that is not
# possible; the files to read are in the folder $ATTIC, which forget_attic removes.
as_reader()
{
    if [[ $EUID == 0 ]]; then setpriv --reuid 65534 --clear-groups "$@"; else "$@"; fi
}

needs_reader()
{
    if [[ $EUID == 0 ]] && ! command -v setpriv >/dev/null; then skip "root may write everywhere"; fi
    ATTIC=$(mktemp -d) # the folders of bats are closed to others
    chmod 755 "$ATTIC"
    if ! as_reader test -r "$ATTIC" || ! as_reader "$PLYFORGE" --version >/dev/null 2>&1; then
        rmdir "$ATTIC"
        skip "another user cannot run plyforge here"
    fi
}

forget_attic()
{
    chmod -R u+w "$ATTIC"
    rm -rf "$ATTIC"
}

# within KILOBYTES COMMAND...: runs it with that much address space. A build with sanitizers cannot start under such a limit: there
# it runs without one.
within()
{
    local limit=$1
    shift
    (ulimit -v "$limit" && "$PLYFORGE" --version) >/dev/null 2>&1 || limit=unlimited
    (ulimit -v "$limit" && exec "$@")
}
