#!/usr/bin/env bash
# The torture suite kills every mutant of the reference generator, and lets the one without a bug live.
# usage: torture.sh PLYFORGE BROKEN_ENGINE SUITE
set -u
plyforge=$1 engine=$2 suite=$3
survivors=0
killed=0
if ! "$plyforge" suite "$suite" --engine "$engine none"; then
    echo "FAILED: the engine without a bug does not pass"
    exit 1
fi
for mutant in $("$engine" list); do
    "$plyforge" suite "$suite" --engine "$engine $mutant" >/dev/null
    if [ $? -eq 1 ]; then
        killed=$((killed + 1))
    else
        echo "FAILED: $mutant survives"
        survivors=$((survivors + 1))
    fi
done
echo "$killed mutants killed, $survivors survive"
[ "$killed" -gt 0 ] && [ "$survivors" -eq 0 ]
