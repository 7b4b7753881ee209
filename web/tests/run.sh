#!/usr/bin/env bash
# Builds the page as docs/explorer.md says, or runs one file of its tests on what was built; a skip where something is
# missing.
# usage: run.sh build|FILE
set -eu
cd "$(dirname "$0")/.."
skip() {
    echo "skipped: $*"
    exit 77
}

command -v node >/dev/null || skip "no node (Debian: nodejs)"
[ "$(node -p 'Number(process.versions.node.split(".")[0]) >= 20')" = true ] || skip "node is older than 20"
if [ "$1" = build ]; then
    command -v npm >/dev/null || skip "no npm"
    [ -e ../bindings/javascript/build/built ] || skip "the JavaScript package was not built: see js_build"
    # What is installed already is not asked for again.
    if ! npm ls >/dev/null 2>&1; then
        timeout 200 npm install --no-package-lock --no-audit --no-fund --loglevel=error ||
            skip "npm cannot install what the page is built with"
    fi
    exec npm run build --silent
fi
[ -e build/built ] || skip "the page was not built: see web_build"
command -v chromium >/dev/null || skip "no chromium (Debian: chromium)"
exec node --test "tests/$1"
