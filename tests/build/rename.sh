#!/usr/bin/env bash
# scripts/rename-from-0.2 turns a program written for 0.2 into one that compiles without a warning and prints what it printed with
# 0.2. It knows every name that 0.2 had and 0.3 has not, but those of lab/, and leaves sources alone that use none of them.
# usage: rename.sh SOURCE_DIR LIBRARY
set -eu
source=$1
library=$2
# shellcheck source=tests/build/quietly.sh
. "$(dirname "$0")/quietly.sh"
renamer=$source/scripts/rename-from-0.2
fixtures=$source/tests/fixtures/0.2.0

fail() {
    echo "FAILED: $1"
    exit 1
}

# ---- A program, in place, as the script's first lines tell ----
mkdir "$folder/program" "$folder/engine"
cp "$fixtures/client.c" "$fixtures/pack.c" "$folder/program"
cd "$folder/program"
sed -Ei.orig -f "$renamer" ./*.c
cmp client.c.orig "$fixtures/client.c"
for file in client pack; do
    quietly "${CC:-cc}" -std=c17 -Wall -Wextra -Werror -I "$source/include" $file.c "$library" -pthread -o $file
done
./client >printed || fail "the program ends with status $?"
diff "$fixtures/client.txt" printed || fail "the program prints something else than with 0.2"
echo "a program of 0.2 was renamed and prints the same"

# ---- Every name of 0.2 ----
# removed_names.txt lists those that were removed since, but for lab/.
while read -r name; do
    new=$(echo "$name(a, b, c, d, e, f)" | sed -E -f "$renamer" | grep -oE '\b(pf|PF)_[A-Za-z0-9_]+' | head -1)
    grep -rqw "$new" "$source/include" || fail "$name becomes $new, which does not exist"
done <"$fixtures/removed_names.txt"
echo "all $(wc -l <"$fixtures/removed_names.txt") names have new ones"

# ---- The engine of 0.2 is that of today: it used nothing that was renamed ----
cp "$source"/examples/engine/*.[ch] "$folder/engine"
sed -Ei -f "$renamer" "$folder"/engine/*
for file in "$folder"/engine/*; do cmp "$file" "$source/examples/engine/${file##*/}"; done
