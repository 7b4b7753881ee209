#!/usr/bin/env bash
# A stranger's way in: what `make release` made is installed where nothing of the project is, and the first example of its page runs
# there word for word. The examples are taken out of the pages. deb.sh does the same with the Debian packages.
# usage: way_in.sh SOURCE_DIR DIST source|wheel|sdist|npm|windows
set -euo pipefail
source=$1
dist=$2
kind=$3
here=$(realpath "$(dirname "$0")")
# shellcheck source=tests/build/quietly.sh
. "$here/quietly.sh"
skip() {
    echo "skipped: $*"
    exit 77
}
need() { # TOOL...
    local tool
    for tool in "$@"; do command -v "$tool" >/dev/null || skip "no $tool"; done
}
artefact() { # PATTERN: the file of dist/ with that name
    compgen -G "$dist/$1" || skip "make release made no $1"
}
expect() { # WHAT EXPECTED FOUND
    if [ "$2" != "$3" ]; then
        diff <(echo "$2") <(echo "$3") || true
        echo "FAILED: $1 prints something else"
        exit 1
    fi
    echo "$1: as the page says"
}
# The session of README: a command after "$ ", then what it prints.
block "$source/README.md" console >"$folder/session"
command=$(sed -n '1s/^\$ plyforge //p' "$folder/session")
printed=$(tail -n +2 "$folder/session")
[ -n "$command" ] && [ -n "$printed" ]
session() { # PROGRAM...
    expect "the session of README.md" "$printed" "$(eval "$(printf '%q ' "$@") $command" | tr -d '\r')"
}
page=$folder/page
mkdir "$folder/empty"
cd "$folder/empty"

case $kind in
source)
    need cc make
    quietly tar -xzf "$(artefact 'plyforge-*-source.tar.gz')"
    cd plyforge-*
    block README.md c >amalgamation/yours.c
    line=$(grep '^cc .*plyforge_amalgamated\.c' docs/install.md)
    quietly bash -c "cd amalgamation && $line && ./a.out"
    expect "the program of README.md on the two files" "perft 5: 4865609" "$(tail -1 "$folder/log")"
    quietly make build
    session build/release/plyforge
    ;;
wheel | sdist)
    need /usr/bin/python3
    /usr/bin/python3 -c 'import ensurepip' 2>/dev/null || skip "no ensurepip (Debian: python3-venv)"
    wheels=/usr/share/python-wheels # Debian's; what an sdist is built with
    pattern='plyforge-*.whl'
    if [ "$kind" = sdist ]; then
        compgen -G "$wheels/wheel-*.whl" >/dev/null || skip "no wheels of setuptools and wheel (Debian: python3-setuptools-whl python3-wheel-whl)"
        pattern='plyforge-*[0-9].tar.gz'
    fi
    file=$(artefact "$pattern")
    unset PYTHONPATH
    if command -v ccache >/dev/null; then export CC="ccache cc" CCACHE_BASEDIR=${TMPDIR:-/tmp} CCACHE_NOHASHDIR=1; fi # for the sdist
    quietly /usr/bin/python3 -m venv venv
    quietly venv/bin/pip --disable-pip-version-check install --no-index --find-links "$wheels" "$file"
    block "$source/bindings/python/README.md" python >"$page"
    expect "the example of bindings/python/README.md" "True 1-0" "$(venv/bin/python -I "$page")"
    # The first page of the documentation, all of it up to the first heading, as doctest reads it.
    sed '/^## /,$d' "$source/docs/python.md" >"$page"
    expect "the first sessions of docs/python.md" "TestResults(failed=0, attempted=$(grep -c '^>>> ' "$page"))" "$(venv/bin/python -I -c \
        'import doctest, sys; print(doctest.testfile(sys.argv[1], module_relative=False))' "$page")"
    version=$("$source/scripts/version")
    expect "plyforge.__version__" "$version" "$(venv/bin/python -I -c 'import plyforge; print(plyforge.__version__)')"
    ;;
npm)
    need node npm
    file=$(artefact 'plyforge-[0-9]*.tgz')
    echo '{ "name": "empty", "private": true }' >package.json
    quietly npm install --offline --no-audit --no-fund --no-package-lock --loglevel=error "$file"
    tar -xzOf "$file" package/README.md >"$page"
    block "$page" js >first.mjs
    quietly node first.mjs
    expect "the last line of the package's README.md" "1. e4 e5 *" "$(grep -v '^$' "$folder/log" | tail -1)"
    version=$("$source/scripts/version")
    expect "version()" "$version" "$(node --input-type=module -e 'import { version } from "plyforge"; console.log(version())')"
    ;;
windows)
    need wine unzip x86_64-w64-mingw32-gcc-posix
    # shellcheck source=tests/build/wine.sh
    . "$here/wine.sh"
    quietly unzip -q "$(artefact 'plyforge-*-win64.zip')"
    cd plyforge-*
    session wine bin/plyforge.exe
    block "$source/README.md" c >yours.c
    quietly x86_64-w64-mingw32-gcc-posix -DPF_SHARED -I include yours.c lib/libplyforge.dll.a -o bin/yours.exe
    quietly wine bin/yours.exe
    expect "the program of README.md with the DLL" "perft 5: 4865609" "$(tail -1 "$folder/log" | tr -d '\r')"
    ;;
*)
    echo "usage: way_in.sh SOURCE_DIR DIST source|wheel|sdist|npm|windows" >&2
    exit 2
    ;;
esac
