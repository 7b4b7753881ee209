#!/usr/bin/env bash
# Builds the site as make docs does, or tests what was built; a skip where something is missing.
# usage: run.sh build|pages|browser BUILD_DIR
set -eu
build=$2
cd "$(dirname "$0")/../.."
# shellcheck source=bindings/javascript/tests/node.sh
. bindings/javascript/tests/node.sh
case $1 in
build)
    rm -rf "$build/site"
    [ -e web/build/built ] || skip "the explorer was not built: see web_build"
    [ -e "$build/bindings/python/package/plyforge/_core.abi3.so" ] || skip "the Python package was not built"
    /usr/bin/python3 -c 'import sphinx, furo, myst_parser' 2>/dev/null ||
        skip "no Sphinx with furo and myst (Debian: python3-sphinx furo python3-myst-parser)"
    # What is tested here is what the target runs.
    make --no-print-directory -n docs | grep -q '^scripts/make-docs '
    exec scripts/make-docs "$build" "$build/site"
    ;;
pages)
    [ -e "$build/site/html/index.html" ] || skip "the site was not built: see site_build"
    exec /usr/bin/python3 tests/site/check_pages.py "$build/site/html"
    ;;
browser)
    [ -e "$build/site/html/index.html" ] || skip "the site was not built: see site_build"
    command -v chromium >/dev/null || skip "no chromium (Debian: chromium)"
    SITE=$build/site/html exec node --test tests/site/browser.test.mjs
    ;;
esac
