#!/usr/bin/env bash
# A library without variants (PLYFORGE_VARIANTS=OFF): what it installs, a program that was compiled for it through
# pkg-config and find_package, and unit tests that standard chess is the same. With a library of the other setting, static
# or shared, a program does not link, in either direction.
# usage: standard.sh SOURCE_DIR BINARY_DIR LIBRARY_WITH_VARIANTS...
set -eu
source=$1
binary=$2
shift 2
# shellcheck source=tests/build/quietly.sh
. "$(dirname "$0")/quietly.sh"
builds=$(mktemp -d "$(dirname "$binary")/standard-XXXXXX")
trap 'rm -rf "$folder" "$builds" "$builds"-*' EXIT
export CMAKE_GENERATOR=Ninja
cc=${CC:-cc}

fail() {
    echo "FAILED: $1"
    exit 1
}

quickly=(-DCMAKE_BUILD_TYPE=None "-DCMAKE_C_FLAGS=-O1 -DPF_DEBUG_TEMPLATES" -DPLYFORGE_PORTABLE=ON)
quietly cmake -S "$source" -B "$builds" "${quickly[@]}" -DPLYFORGE_VARIANTS=OFF "-DCMAKE_INSTALL_PREFIX=$folder/prefix"
quietly cmake --build "$builds" --parallel 2
quietly cmake --install "$builds"
libdir=$(dirname "$(find "$folder/prefix" -name 'libplyforge-standard.a')")
static=$libdir/libplyforge-standard.a
shared=$libdir/libplyforge-standard.so
export PKG_CONFIG_PATH=$libdir/pkgconfig LD_LIBRARY_PATH=$libdir

# ---- What is installed ----

version=$("$source/scripts/version")
readelf -d "$shared" | grep -q "SONAME.*\[libplyforge-standard\.so\.${version%.*}\]" || fail "the soname: $(readelf -d "$shared" | grep SONAME)"
[ -z "$(find "$folder/prefix" -name 'libplyforge.*')" ] || fail "a library with the other name is installed"
if nm -g --defined-only "$static" 2>/dev/null | grep -E 'pf_(list|play|why)_in_variant|pf_variant_code'; then fail "code of the variants is in the library"; fi

client=$source/tests/build/standard_client.c
expect_client() {
    local printed
    printed=$("$1") || fail "$2: $printed"
    [ "$printed" = "20 moves" ] || fail "$2 prints $printed"
    echo "a program runs through $2"
}
strict=(-std=c17 -Wall -Wextra -Werror)
quietly "$cc" "${strict[@]}" -I "$folder/prefix/include" "$client" "$static" -pthread -o "$folder/client"
expect_client "$folder/client" "the installed header and the archive"
[[ $(pkg-config --cflags plyforge) == *-DPF_VARIANTS=0* ]] || fail "pkg-config does not define PF_VARIANTS"
# shellcheck disable=SC2046 # the flags are words
quietly "$cc" "${strict[@]}" "$client" $(pkg-config --cflags --libs plyforge) -o "$folder/client"
expect_client "$folder/client" "pkg-config"
mkdir "$folder/package"
cat >"$folder/package/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(client LANGUAGES C)
find_package(plyforge REQUIRED)
foreach(kind plyforge plyforge_shared)
  add_executable(client_\${kind} $client)
  target_link_libraries(client_\${kind} PRIVATE plyforge::\${kind})
  get_target_property(definitions plyforge::\${kind} INTERFACE_COMPILE_DEFINITIONS)
  if(NOT definitions MATCHES "PF_VARIANTS=0")
    message(FATAL_ERROR "plyforge::\${kind} does not define PF_VARIANTS: \${definitions}")
  endif()
endforeach()
END
quietly cmake -S "$folder/package" -B "$folder/package/build" "-DCMAKE_PREFIX_PATH=$folder/prefix"
quietly cmake --build "$folder/package/build"
for kind in plyforge plyforge_shared; do expect_client "$folder/package/build/client_$kind" "find_package, plyforge::$kind"; done

# ---- The other setting does not link ----

refused=0
# expect_refusal COMPILER VARIANTS LIBRARY NAME: the linker must miss this name
expect_refusal() {
    local language=c
    command -v "$1" >/dev/null || return 0
    case $1 in *++) language=c++ ;; esac
    "$1" -x $language -I "$source/include" "-DPF_VARIANTS=$2" -ffunction-sections -fdata-sections -c "$folder/other.c" -o "$folder/other.o"
    if "$1" -Wl,--gc-sections "$folder/other.o" "$3" -pthread -o "$folder/other" >"$folder/log" 2>&1; then
        fail "a program with PF_VARIANTS=$2 links with $3"
    fi
    grep -q "undefined.*\b$4\b" "$folder/log" || fail "$1, PF_VARIANTS=$2, $3: $(cat "$folder/log")"
    refused=$((refused + 1))
}
for call in 'pf_position p = pf_position_start(); return (int)p.key;' \
    'pf_position p; return pf_position_from_fen(&p, "", 0, 0, 0, 0);' \
    'pf_setup s; pf_position p; return pf_position_from_setup(&p, &s, 0, 0, 0);' \
    'pf_move_list list; return (int)pf_generate_legal(0, &list);'; do
    printf '#include <plyforge.h>\nint main(void)\n{\n    %s\n}\n' "$call" >"$folder/other.c"
    name=$(grep -oE 'pf_[a-z_]+\(' "$folder/other.c")
    for compiler in gcc g++ clang clang++; do
        for library in "$static" "$shared"; do expect_refusal $compiler 1 "$library" "${name%(}"; done
        for library in "$@"; do expect_refusal $compiler 0 "$library" "${name%(}_without_variants"; done
    done
done
echo "$refused programs with the other setting did not link"
[ "$refused" -gt 0 ] && [ $# -gt 0 ]

# ---- Standard chess is the same ----

if ! pkg-config --exists cmocka jansson; then
    echo "skipped: no cmocka or jansson for the unit tests"
    exit 77
fi
for subject in position fen moves categories san play key packed perft perft_run; do
    # shellcheck disable=SC2046
    quietly "$cc" -std=c17 -O1 -D_POSIX_C_SOURCE=200809L -D_FILE_OFFSET_BITS=64 "-DPF_TEST_SOURCE_DIR=\"$source\"" '-DPF_TEST_CORPORA=""' \
        -DPF_VARIANTS=0 -I "$source/include" -I "$source/src" -I "$source/tests" "$source/tests/unit/test_$subject.c" \
        "$source/tests/support.c" "$source/src/reference/reference.c" "$source/src/reference/attack_sets.c" "$static" \
        -pthread $(pkg-config --cflags --libs cmocka jansson) -o "$folder/test"
    quietly "$folder/test"
done
echo '#include <plyforge.h>' >"$folder/plyforge_amalgamated.h"
quietly "$cc" -std=c17 -I "$folder" -I "$source/include" -DPF_VARIANTS=0 "$source/tests/build/amalgamation_client.c" "$static" -pthread -o "$folder/suites"
for suite in cpw-six edge ferdy-double-checks ferdy-enpassant; do "$folder/suites" "$source/tests/perft/$suite.epd"; done
