#!/usr/bin/env bash
# Builds the page as docs/explorer.md says, or runs one file of its tests on what was built; a skip where something is
# missing.
# usage: run.sh build|FILE
set -eu
cd "$(dirname "$0")/.."
# shellcheck source=bindings/javascript/tests/node.sh
. ../bindings/javascript/tests/node.sh
if [ "$1" = build ]; then
    command -v npm >/dev/null || skip "no npm"
    [ -e ../bindings/javascript/build/built ] || skip "the JavaScript package was not built: see js_build"
    install_for "the page"
    exec npm run build --silent
fi
[ -e build/built ] || skip "the page was not built: see web_build"
command -v chromium >/dev/null || skip "no chromium (Debian: chromium)"
exec node --test "tests/$1"
