#!/usr/bin/env bash
# The project's home address is the same in every file that repeats it, scripts/home replaces it everywhere, and README's clone
# line gets the source, here by way of a local copy.
# usage: home.sh SOURCE_DIR
set -euo pipefail
source=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$source/scripts/home" --check
home=$("$source/scripts/home")
fail() {
    echo "FAILED: $*"
    exit 1
}

# On a copy of the files: another address, then one file that was forgotten.
mkdir "$folder/tree"
tar -C "$source" -cf - scripts/home CMakeLists.txt README.md SECURITY.md CITATION.cff docs/howto-embed.md \
    bindings/python/pyproject.toml bindings/javascript/package.json web/index.html | tar -C "$folder/tree" -xf -
"$folder/tree/scripts/home" https://example.com/chess/plyforge
"$folder/tree/scripts/home" --check >"$folder/log" || fail "after a new address: $(cat "$folder/log")"
! grep -rF "$home" "$folder/tree" || fail "the old address is left"
sed -i 's|https://example.com/chess/plyforge|https://example.net|' "$folder/tree/SECURITY.md"
! "$folder/tree/scripts/home" --check >"$folder/log" || fail "a file with another address is not noticed"
grep -q '^FAILED: SECURITY.md' "$folder/log" || fail "the file with another address is not named"
for wrong in http://example.com https://example.com/ 'https://exa mple.com' example.com; do
    ! "$folder/tree/scripts/home" "$wrong" 2>/dev/null || fail "$wrong is accepted"
done

if ! git -C "$source" rev-parse --git-dir >/dev/null 2>&1; then
    echo "skipped: the clone line, because this is not a clone"
    exit 0
fi
line=$(sed -n 's/^\(git clone [^#]*[^# ]\) *#.*/\1/p' "$source/README.md")
[ -n "$line" ] || fail "README.md has no clone line"
export GIT_CONFIG_COUNT=2 GIT_CONFIG_KEY_0="url.file://$source.insteadOf" GIT_CONFIG_VALUE_0="$home/plyforge.git"
export GIT_CONFIG_KEY_1=safe.directory GIT_CONFIG_VALUE_1='*'
cd "$folder"
eval "${line/git clone/git clone --quiet}"
[ -f Makefile ] && [ -f include/plyforge.h ] || fail "the clone line of README.md does not lead into the source"
echo "the clone line of README.md works"
