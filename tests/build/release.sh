#!/usr/bin/env bash
# `make release` in a fresh repository with these sources leaves what way_in.sh installs in DIST, and names what it skips. Built
# again elsewhere (scripts/release --check), it has the same bytes. Wrong arguments, and a tree without a commit, are refused.
# usage: release.sh SOURCE_DIR DIST
set -euo pipefail
source=$1
dist=$2
for tool in git cmake ninja; do
    command -v "$tool" >/dev/null || { echo "skipped: no $tool"; exit 77; }
done
# shellcheck source=tests/build/quietly.sh
. "$(dirname "$0")/quietly.sh"
rm -rf "$dist"
tree=$folder/tree
copy_tree "$source" "$tree"
cd "$tree"
export GIT_CEILING_DIRECTORIES=$folder

refused() { # REASON ARGUMENT...
    if scripts/release "${@:2}" >"$folder/log" 2>&1 || ! grep -qF "$1" "$folder/log"; then
        cat "$folder/log"
        echo "FAILED: scripts/release ${*:2} was not refused with: $1"
        exit 1
    fi
}
refused "this is not a git clone"
refused "unknown argument '--chek'" --chek
refused "usage:" --check again

export GIT_AUTHOR_DATE=@1750000000 GIT_COMMITTER_DATE=@1750000000
commit_all
refused "run make release first" --check
# A cache makes this build cheap; the second one does without.
if command -v ccache >/dev/null; then export CMAKE_C_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$folder; fi
make release >"$folder/log" 2>&1 || { tail -60 "$folder/log"; echo "FAILED: make release"; exit 1; }
grep '^release: ' "$folder/log"

version=$(scripts/version)
files=("libplyforge${version%.*}_${version}_*.deb" "libplyforge-dev_${version}_*.deb" "plyforge_${version}_*.deb" "plyforge-$version-source.tar.gz"
    "plyforge-$version-cp311-abi3-*.whl" "plyforge-$version.tar.gz" "plyforge-$version.tgz" "plyforge-chess-*.tgz" "plyforge-$version-win64.zip"
    "plyforge-$version-site.tar.gz" SHA256SUMS)
missing=0
for file in "${files[@]}"; do
    compgen -G "dist/$file" >/dev/null || { echo "not made: $file"; missing=$((missing + 1)); }
done
[ "$(find dist -type f | wc -l)" -eq $((${#files[@]} - missing)) ] || { ls dist; echo "FAILED: dist/ has files that this test does not know"; exit 1; }
if [ "$missing" -gt 0 ] && ! grep -q '^release: skipped' "$folder/log"; then
    echo "FAILED: files are missing, and no skip says so"
    exit 1
fi
(cd dist && quietly sha256sum --strict -c SHA256SUMS)
scripts/release --check >"$folder/log" 2>&1 || { tail -60 "$folder/log"; echo "FAILED: scripts/release --check"; exit 1; }
tail -1 "$folder/log"
mkdir -p "$(dirname "$dist")"
mv dist "$dist"
