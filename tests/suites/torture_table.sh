#!/usr/bin/env bash
# Every mutant dies by a position that is named for its class, and docs/torture.md says which.
# usage: torture_table.sh MAKE_TORTURE PAGE SUITE...
set -eu
maker=$1 page=$2
shift 2
table=$("$maker" table "$@") || { echo "FAILED: a mutant survives"; exit 1; }
if ! diff "$page" - <<<"$table"; then
    echo "FAILED: the page is not what the tool writes"
    exit 1
fi
tail -1 <<<"$table"
