#!/usr/bin/env bash
# plyforge torture kills every mutant of the reference generator and names its class, and lets the one without a bug live.
# usage: torture.sh PLYFORGE BROKEN_ENGINE
set -u
plyforge=$1 engine=$2
survivors=0
killed=0
if ! "$plyforge" torture --chess960 --engine "$engine none"; then
    echo "FAILED: the engine without a bug does not pass"
    exit 1
fi
while read -r mutant rules class; do
    chess960=()
    if [ "$rules" = chess960 ]; then chess960=(--chess960); fi
    output=$("$plyforge" torture "${chess960[@]}" --engine "$engine $mutant")
    if [ $? -eq 1 ] && grep -qx "Bug: $class" <<<"$output"; then
        killed=$((killed + 1))
    else
        echo "FAILED: $mutant survives"
        survivors=$((survivors + 1))
    fi
done < <("$engine" classes)
echo "$killed mutants killed, $survivors survive"
[ "$killed" -gt 0 ] && [ "$survivors" -eq 0 ]
