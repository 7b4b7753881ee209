#!/usr/bin/env bash
# Builds the package as its README says, or runs one file of its tests on what was built; a skip where something is
# missing.
# usage: run.sh build|FILE
set -eu
cd "$(dirname "$0")/.."
# shellcheck source=bindings/javascript/tests/node.sh
. tests/node.sh
if [ "$1" = build ]; then
    command -v npm >/dev/null || skip "no npm"
    { command -v clang && command -v wasm-ld && command -v xz; } >/dev/null ||
        skip "no clang, no wasm-ld or no xz (Debian: clang lld xz-utils)"
    echo 'int x;' | clang --target=wasm32 -x c -c - -o /dev/null 2>/dev/null || skip "clang cannot compile for wasm32"
    install_for "the package"
    exec npm run build --silent
fi
[ -e build/built ] || skip "the package was not built: see js_build"
exec node --test "tests/$1"
