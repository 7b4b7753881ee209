# What the tests of plyforge-mpi share. PLYFORGE_MPI is the program, DISTURBED the same from disturbed.c, MPIRUN starts
# them, PLYFORGE is the program for one machine, SANITIZED the sanitizers if there are any.
# shellcheck shell=bash

bats_require_minimum_version 1.5.0

# shellcheck disable=SC2034 # used by the tests
KIWIPETE="r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

setup()
{
    STORE=$BATS_TEST_TMPDIR/run.store
    # What mpirun needs where there are few cores, and where the user is root, as in containers.
    if [[ $MPIRUN == *openmpi ]]; then
        START=("$MPIRUN" --oversubscribe --allow-run-as-root --bind-to none)
    else
        START=("$MPIRUN")
    fi
}

# on N ARGUMENT...: runs plyforge-mpi with N processes; status, output and stderr are set.
on()
{
    local processes=$1
    shift
    run --separate-stderr "${START[@]}" -n "$processes" "${PROGRAM:-$PLYFORGE_MPI}" "$@"
}

# The same with a folder for each process: run.store.0, run.store.1 and so on.
on_own_folders()
{
    local processes=$1
    shift
    # shellcheck disable=SC2016 # expanded by that shell
    run --separate-stderr "${START[@]}" -n "$processes" sh -c \
        'folder=$1.${OMPI_COMM_WORLD_RANK-$PMI_RANK}; shift; exec "$@" --store "$folder"' sh "$STORE" "${PROGRAM:-$PLYFORGE_MPI}" "$@"
}

# same NAME EXPECTED ACTUAL: fails with both texts unless they are the same.
same()
{
    [[ $2 == "$3" ]] && return
    printf '%s: expected\n%s\nbut got\n%s\n' "$1" "$2" "$3" >&2
    return 1
}

# killed WISH: the job ended because a process was killed. MPICH says that on standard output.
killed()
{
    # shellcheck disable=SC2154 # run sets them
    ((status != 0)) && [[ $output != *Nodes* && $output$stderr == *"ignal 9"* ]] && return
    printf '%s: not killed: status %s, output %s, %s\n' "$1" "$status" "$output" "$stderr" >&2
    return 1
}

# counted BUCKETS [FOLDER]: the store has that many buckets, each counted once.
counted()
{
    local folder=${2:-$STORE}
    same "counted buckets" "counted: $1 of $1 buckets" "$("$PLYFORGE" store show "$folder" | grep -o '^counted.*buckets')"
    same "rows" "$1" "$(python3 -c 'import sqlite3, sys
print(sqlite3.connect(sys.argv[1]).execute("select count(*) from buckets").fetchone()[0])' "$folder/all.ledger")"
}
