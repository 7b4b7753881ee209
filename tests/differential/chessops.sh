#!/usr/bin/env bash
# chessops and Plyforge list the legal moves of the same random positions of every variant. chessops is GPL-3: npm
# installs it into a folder of the build, as chessops/package-lock.json pins it, and it runs in a process of its own.
# usage: chessops.sh PRINT_VARIANTS POSITIONS_OF_EACH_VARIANT FOLDER
set -eu
print_variants=$1
positions=$2
folder=$3
here=$(cd "$(dirname "$0")" && pwd)

skip() {
    echo "skipped: $1"
    exit 77
}
command -v node >/dev/null && command -v npm >/dev/null || skip "no node or no npm"
mkdir -p "$folder"
if ! cmp -s "$here/chessops/package-lock.json" "$folder/installed"; then
    cp "$here"/chessops/package*.json "$folder"
    (cd "$folder" && timeout 60 npm ci --ignore-scripts --no-audit --no-fund >npm.log 2>&1) ||
        skip "npm cannot install chessops: $(grep -m1 'npm error' "$folder/npm.log" || echo 'no answer within a minute')"
    cp "$here/chessops/package-lock.json" "$folder/installed"
fi
"$print_variants" 1 "$positions" >"$folder/lines"
node "$here/chessops/compare.mjs" "$folder/lines" "$folder/node_modules"
