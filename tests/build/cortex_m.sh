#!/usr/bin/env bash
# examples/cortex-m, built and run by the lines of its README: the suites on an emulated board, within the flash, RAM and stack
# that its linker script allows; then what it does with wrong counts, bad positions and a stack that is too deep. With more
# cores named (CORE:BOARD), the same suites on those.
# usage: cortex_m.sh SOURCE_DIR MAX_NODES [CORE:BOARD]...
set -euo pipefail
source=$1
max_nodes=$2
shift 2
for tool in arm-none-eabi-gcc qemu-system-arm; do
    command -v "$tool" >/dev/null || { echo "skipped: no $tool (scripts/bootstrap test-long installs it)"; exit 77; }
done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$source"
readme=$(sed -n '/^```sh/,/^```/{/^```/d;p}' examples/cortex-m/README.md | sed "s|build/cortex-m|$folder/build|g")
[ "$(grep -c 'arg=10000' <<<"$readme")" -eq 1 ]
start() { # BOARD MAX_NODES: the emulator, with the suites as its input
    timeout 900 qemu-system-arm -M "$1" -display none -monitor none -serial none \
        -semihosting-config "enable=on,target=native,arg=$2" -kernel "$folder/build/perft.elf" 2>"$folder/errors"
}

bash -euo pipefail -c "$readme" >"$folder/out" 2>"$folder/log" || { cat "$folder/log" "$folder/out"; exit 1; }
tail -2 "$folder/out"
printed=$(sed -n 's/^It prints `\(.*\)` and.*/\1/p' examples/cortex-m/README.md)
grep -qx "$printed" "$folder/out" || { echo "FAILED: the README says $printed"; exit 1; }
read -r flash ram stack < <(sed -n 's/^flash \([0-9]*\), RAM \([0-9]*\), stack \([0-9]*\) bytes$/\1 \2 \3/p' "$folder/out")
[ "$flash" -le 65536 ] && [ "$ram" -le 8192 ] && [ "$stack" -le 8192 ]

check() { # STATUS EXPECTED_LINE [ARGUMENT], with the suite as standard input
    local status=0
    start lm3s6965evb "${3:-10000}" >"$folder/out" || status=$?
    if [ "$status" -ne "$1" ] || ! grep -qx "$2" "$folder/out"; then
        echo "FAILED: expected status $1 and \"$2\", got $status and:"
        cat "$folder/out"
        exit 1
    fi
}
fen='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
for argument in abc -1 10x; do
    check 1 'the argument is the largest count to check, a number' "$argument" <<<"$fen ;D1 20"
done
check 1 'position 1, depth 2: expected 401, counted 400' <<<"$fen ;D1 20 ;D2 401"
check 1 "position 2: unknown piece 'x'" <<<"$fen ;D1 20"$'\nxyz ;D1 1'
check 1 '0 counts of 0 positions, 0 wrong' </dev/null
check 2 'fault: the stack is full, or an address is wrong' <<<"$fen ;D40 1"
check 0 '1 counts of 1 positions, 0 wrong' < <(printf '%s ;D1 20' "$fen") # no line end

for pair in "$@"; do
    rm -rf "$folder/build"
    { cmake -S examples/cortex-m -B "$folder/build" --toolchain toolchain.cmake -DCORTEX="${pair%:*}" &&
        cmake --build "$folder/build" --parallel 2; } >"$folder/log" 2>&1 || { tail -20 "$folder/log"; exit 1; }
    cat tests/perft/*.epd | start "${pair#*:}" "$max_nodes" >"$folder/out" || { cat "$folder/out"; exit 1; }
    echo "${pair%:*}: $(tr '\n' ' ' <"$folder/out")"
    grep -q '^flash' "$folder/out"
done
