#!/usr/bin/env bash
# docs/api.md names every public function of the headers that it is about, and none that does not exist.
# usage: api_page.sh SOURCE_DIR
set -eu
cd "$1"
headers=(bitboard attacks moves questions see picker play changes keys repetition retro book experimental experimental/cpu workbench
    divide bisect)
failures=0

complain() {
    echo "FAILED: $1"
    failures=$((failures + 1))
}

# The functions that a header declares for users, or defines inline.
functions_of() {
    tr '\n' ' ' <"$1" | grep -oE '(PF_API|PF_INLINE|static inline) [^;{}()]*\(' | grep -oE 'pf_[a-z0-9_]+\($' | tr -d '('
}

checked=0
for header in "${headers[@]}"; do
    file=include/plyforge/$header.h
    grep -q "<plyforge/$header.h>" docs/api.md || complain "docs/api.md does not name <plyforge/$header.h>"
    for function in $(functions_of "$file"); do
        checked=$((checked + 1))
        grep -qE "\`$function(\(|\`)" docs/api.md || complain "$file: $function is not in docs/api.md"
    done
done
declared=$(for file in include/plyforge/*.h include/plyforge/*/*.h; do functions_of "$file"; done)
for function in $(grep -oE '^\| `pf_[^|]*\|' docs/api.md | grep -oE 'pf_[a-z0-9_]+'); do
    grep -qx "$function" <<<"$declared" || complain "docs/api.md: there is no $function"
done
echo "$checked functions of ${#headers[@]} headers, $failures failures"
[ "$failures" -eq 0 ] && [ "$checked" -gt 50 ]
