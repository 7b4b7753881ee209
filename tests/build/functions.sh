#!/usr/bin/env bash
# No function of src/, lab/ or parquet/ has more than 80 lines between its braces; the few that do are named here with the reason.
# usage: functions.sh SOURCE_DIR
set -eu
cd "$1"
limit=80
# FILE:FUNCTION: why it may be longer
excused=()

# Prints "LINES FILE:FUNCTION" for each function. clang-format puts the braces of a function, and no others, alone at
# the beginning of a line.
measure() {
    awk '
        FNR == 1 { inside = 0; head = "" }
        !inside && /^[A-Za-z_].*\(/ { head = $0 }
        !inside && /^\{/ { inside = FNR }
        inside && /^\}/ {
            name = head
            sub(/\(.*/, "", name)
            sub(/.*[ *]/, "", name)
            if (name != "") print FNR - inside - 1, FILENAME ":" name
            inside = 0
            head = ""
        }
    ' "$@"
}

mapfile -t files < <(find src lab parquet -name '*.[ch]' -o -name '*.cu' -o -name '*.cuh' | sort)
failures=0
counted=0
longest=0
while read -r lines name; do
    counted=$((counted + 1))
    if [ "$lines" -gt "$longest" ]; then longest=$lines; fi
    if [ "$lines" -le "$limit" ]; then continue; fi
    why=
    for excuse in ${excused[@]+"${excused[@]}"}; do
        if [ "${excuse%%: *}" = "$name" ]; then why=${excuse#*: }; fi
    done
    if [ -n "$why" ]; then
        echo "excused: $name has $lines lines: $why"
    else
        echo "FAILED: $name has $lines lines; cut it where a reader would draw a line"
        failures=$((failures + 1))
    fi
done < <(measure "${files[@]}")
echo "$counted functions of ${#files[@]} files, the longest has $longest lines, ${#excused[@]} excused, $failures too long"
[ "$counted" -gt 800 ] && [ "$failures" -eq 0 ]
