#!/usr/bin/env bash
# plyforge torture kills every mutant of the reference generator and names its class, and lets the one without a bug live,
# in standard chess and in every variant.
# usage: torture.sh PLYFORGE BROKEN_ENGINE
set -u
plyforge=$1 engine=$2
survivors=0
killed=0
if ! "$plyforge" torture --chess960 --engine "$engine none"; then
    echo "FAILED: the engine without a bug does not pass"
    exit 1
fi
for variant in $("$engine" classes | cut -d' ' -f2 | sort -u | grep -vx 'standard\|chess960'); do
    if ! "$plyforge" torture --variant "$variant" --engine "$engine none" >/dev/null; then
        echo "FAILED: the engine without a bug does not pass in $variant"
        exit 1
    fi
done
while read -r mutant rules class; do
    # No game reaches a position that shows it.
    [ "$mutant" = EP_CAPTURED_SHIELD ] && continue
    case $rules in
    standard) option=() ;;
    chess960) option=(--chess960) ;;
    *) option=(--variant "$rules") ;;
    esac
    output=$("$plyforge" torture "${option[@]}" --engine "$engine $mutant")
    if [ $? -eq 1 ] && grep -qx "Bug: $class" <<<"$output"; then
        killed=$((killed + 1))
    else
        echo "FAILED: $mutant survives"
        survivors=$((survivors + 1))
    fi
done < <("$engine" classes)
echo "$killed mutants killed, $survivors survive"
[ "$killed" -gt 0 ] && [ "$survivors" -eq 0 ]
