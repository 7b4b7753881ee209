#!/usr/bin/env bash
# usage: run.sh FOLDER SCRIPT: runs a script of this folder with the modules of package.json, which are installed into the
# folder once. The exit status is 77, a skip, where they cannot be had.
set -eu
source=$(cd "$(dirname "$0")" && pwd)
folder=$1 script=$2
command -v node >/dev/null && command -v npm >/dev/null || { echo "skipped: there is no node or npm"; exit 77; }
mkdir -p "$folder/modules"
cp "$source"/package.json "$source"/*.mjs "$folder/modules/"
cd "$folder/modules"
# A lock file would have to name packages of DuckDB for machines of all kinds, which not every registry has.
if ! cmp -s package.json installed.json; then
    npm install --no-package-lock --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null || {
        echo "skipped: npm cannot install DuckDB and hyparquet"
        exit 77
    }
    cp package.json installed.json
fi
work=$(mktemp -d "${TMPDIR:-/tmp}/parquet.XXXXXX")
trap 'rm -rf "$work"' EXIT
export WORK=$work
node "$script"
