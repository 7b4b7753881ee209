#!/usr/bin/env bash
# Builds the page with make run-web, or runs one file of its tests on what was built; a skip where something is
# missing.
# usage: run.sh build|bench PROGRAM|FILE
set -eu
cd "$(dirname "$0")/.."
# shellcheck source=bindings/javascript/tests/node.sh
. ../bindings/javascript/tests/node.sh
if [ "$1" = build ]; then
    command -v npm >/dev/null || skip "no npm"
    [ -e ../bindings/javascript/build/built ] || skip "the JavaScript package was not built: see js_build"
    install_for "the page"
    exec node tests/make.mjs
fi
[ -e build/built ] || skip "the page was not built: see web_build"
command -v chromium >/dev/null || skip "no chromium (Debian: chromium)"
if [ "$1" = bench ]; then
    node ../bench/explorer.mjs "$2" | grep -E "later counts +[0-9.]+ s +[0-9.]+"
    exit
fi
exec node --test "tests/$1"
