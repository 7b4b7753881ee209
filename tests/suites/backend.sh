#!/usr/bin/env bash
# A perft suite counted with one back end; skipped where the machine does not have it.
#     backend.sh PLYFORGE BACKEND ARGUMENT...
set -eu
plyforge=$1
backend=$2
shift 2
if ! "$plyforge" perft 1 --backend "$backend" >/dev/null 2>&1; then
    echo "skipped: no $backend on this machine"
    exit 77
fi
exec "$plyforge" suite --backend "$backend" "$@"
