#!/usr/bin/env bash
# Runs one file of tests with pytest on the package of this build; a skip where something is missing.
# usage: run.sh PYTHON HAVE_HEADERS PACKAGE_DIR BUILD_DIR FILE [MODULE]
set -eu
python=$1 have_headers=$2 package=$3 build=$4 file=$5 module=${6-}
if [ "$have_headers" != ON ]; then
    echo "skipped: no Python 3.11 or later with its headers (Debian: python3-dev)"
    exit 77
fi
if ! "$python" -c "import pytest, hypothesis" 2>/dev/null; then
    echo "skipped: pytest or hypothesis is missing (Debian: python3-pytest python3-hypothesis)"
    exit 77
fi
if [ -n "$module" ] && ! "$python" -c "import $module" 2>/dev/null; then
    echo "skipped: the Python module $module is missing"
    exit 77
fi
cd "$(dirname "$0")"
PYTHONPATH=$package PLYFORGE_BUILD_DIR=$build PYTHONDONTWRITEBYTECODE=1 \
    exec "$python" -X dev -m pytest -q -rs -p no:cacheprovider "$file"
