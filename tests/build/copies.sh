#!/usr/bin/env bash
# No run of six lines of code stands twice, outside generated files and tests. Blank lines, comments and includes do not
# count as code, and neither does indentation.
# usage: copies.sh SOURCE_DIR
set -eu
cd "$1"
run=6
mapfile -t files < <(find src programs tools bench examples -name '*.[ch]' -o -name '*.cu' -o -name '*.cuh' | sort)

awk -v run="$run" '
    FNR == 1 { size = 0; comment = 0; files++ }
    {
        line = $0
        # Comments, also those of several lines.
        if (comment) {
            if (!sub(/^.*\*\//, "", line)) next
            comment = 0
        }
        gsub(/\/\*[^*]*\*+([^\/*][^*]*\*+)*\//, "", line)
        if (sub(/\/\*.*$/, "", line)) comment = 1
        sub(/\/\/.*$/, "", line)
        gsub(/[ \t]+/, " ", line)
        gsub(/^ | ?\\?$/, "", line)
        if (line == "" || line ~ /^# *include/) next

        lines++
        text[++size] = line
        place[size] = FNR
        if (size < run) next
        key = text[size - run + 1]
        for (i = size - run + 2; i <= size; i++) key = key "\n" text[i]
        here = FILENAME ":" place[size - run + 1]
        if (!(key in first)) {
            first[key] = here
            next
        }
        # Longer runs are reported once.
        if (last_file != FILENAME || last_size != size - 1) {
            printf "FAILED: %s repeats %s: %s\n", here, first[key], text[size - run + 1]
            copies++
        }
        last_file = FILENAME
        last_size = size
    }
    END {
        printf "%d lines of code in %d files, %d copies\n", lines, files, copies
        exit !(files > 200 && copies == 0)
    }
' "${files[@]}"
