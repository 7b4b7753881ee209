#!/usr/bin/env bash
# Every C and C++ file of ours is as clang-format would write it. Each version of clang-format has a taste of its own, so only
# the one that the project uses is asked.
# usage: format.sh SOURCE_DIR
set -eu
cd "$1"
version=14

tool=
for candidate in "clang-format-$version" clang-format; do
    if "$candidate" --version 2>/dev/null | grep -q "version $version\."; then
        tool=$candidate
        break
    fi
done
if [ -z "$tool" ]; then
    echo "skipped: no clang-format $version"
    exit 77
fi

mapfile -t files < <(for folder in include src lab programs tools tests bench examples fuzz bindings/javascript/wasm bindings/python/extension web/wasm; do
    if [ -d "$folder" ]; then find "$folder" -name '*.[ch]' -o -name '*.[ch]pp'; fi
done | sort)
"$tool" --dry-run -Werror "${files[@]}"
echo "${#files[@]} files are formatted"
[ "${#files[@]}" -gt 0 ]
