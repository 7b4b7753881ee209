#!/usr/bin/env bash
# The version is defined in include/plyforge/base.h. Files that must repeat it, because a tool reads it there, say the same; so
# do the program, pages that name it, and the newest heading of the changelog. install.sh looks at pkg-config, CMake and the soname,
# bindings/*/tests at the Python and JavaScript packages, tests/site at the front page, release.sh at the names of what is packed.
# usage: version.sh SOURCE_DIR PROGRAM
set -euo pipefail
cd "$1"
program=$2
failures=0
checked=0
define() { sed -nE "s/^#define PF_VERSION_$1 +\"?([0-9.]+)\"?$/\1/p" include/plyforge/base.h; }
version=$(define TEXT)
[ -n "$version" ]

expect() { # NAME FOUND [WANTED]
    checked=$((checked + 1))
    if [ "$2" != "${3-$version}" ]; then
        echo "FAILED: $1 says '$2', not ${3-$version}"
        failures=$((failures + 1))
    fi
}
expect PF_VERSION_MAJOR.MINOR.PATCH "$(define MAJOR).$(define MINOR).$(define PATCH)"
expect "plyforge --version" "$("$program" --version | sed -n '1s/^plyforge //p')"
# The program names the library only if that has another version.
expect "plyforge --version: the library" "$("$program" --version | grep -c libplyforge || true)" 0
expect scripts/version "$(scripts/version)"
expect CITATION.cff "$(sed -n 's/^version: //p' CITATION.cff)"
for manifest in bindings/javascript/package.json web/package.json; do
    expect "$manifest" "$(sed -nE 's/^  "version": "(.*)",$/\1/p' "$manifest")"
done
# Until it is released, the version has no heading of its own.
grep -q '^## Unreleased' CHANGELOG.md || expect CHANGELOG.md "$(sed -nE 's/^## ([0-9][0-9.]*)( .*)?$/\1/p' CHANGELOG.md | head -1)"
expect docs/commands.md "$(sed -nE 's/^version: //p' docs/commands.md | sort -u)"
expect tests/abi/plyforge.abi "$(sed -nE "1s/.*soname='libplyforge.so.([^']*)'.*/\1/p" tests/abi/plyforge.abi)" "${version%.*}"
while read -r found; do
    expect "find_package in docs/" "$found" "${version%.*}"
done < <(grep -ohE 'find_package\(plyforge [0-9.]+' docs/*.md README.md | cut -d' ' -f2)

echo "$checked places say $version, $failures failures"
[ "$failures" -eq 0 ] && [ "$checked" -gt 9 ]
