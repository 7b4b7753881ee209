#!/usr/bin/env bash
# Installs the library as docs/install.md says (static: by `make install`, shared: by CMake; each in a clean copy of the tree),
# then builds and runs examples/hello.c (and hello.cpp) through pkg-config, through find_package, with the sources as a
# subdirectory, and (static) fetched as an archive. examples/engine is built by the lines of its README. Builds in
# different folders must give the same bytes.
# usage: install.sh SOURCE_DIR static|shared BINARY_DIR BUILD_TYPE
set -eu
source=$1
kind=$2
binary=$3
build_type=$4
shared=OFF
if [ "$kind" = shared ]; then shared=ON; fi

# `make install` builds what users get. The other builds are about where files go and which names are exported, which no
# optimization changes: they are compiled in an eighth of the time.
quickly=(-DCMAKE_BUILD_TYPE=Release "-DCMAKE_C_FLAGS_RELEASE=-O1 -DPF_DEBUG_TEMPLATES")

# Builds stand beside the one that is tested, at the same depth: a compiler cache then knows their files.
# shellcheck source=tests/build/quietly.sh
. "$(dirname "$0")/quietly.sh"
builds=$(mktemp -d "$(dirname "$binary")/install-$kind-XXXXXX")
trap 'rm -rf "$folder" "$builds" "$builds"-*' EXIT
export CMAKE_GENERATOR=Ninja

expect_hello() {
    local moves
    moves=$(LD_LIBRARY_PATH=$libdir "$1" | head -1)
    if [[ $moves != "20 legal moves: "*" e2e4"* ]]; then
        echo "FAILED: hello through $2 says: $moves"
        exit 1
    fi
    echo "hello runs through $2 ($kind)"
}

if [ "$kind" = static ]; then
    copy_tree "$source" "$builds"
    build=$builds/build/release
    line=$(grep -x 'make install PREFIX=$HOME/\.local' "$source/docs/install.md")
    home=$folder/home
    HOME=$home quietly bash -c "cd '$builds' && $line"
else
    # By the line with CMake, with options that are for this test.
    build=$builds/build
    line=$(grep -hx 'cmake -B build && cmake --build build && cmake --install build --prefix ~/\.local' "$source/README.md" "$source/docs/install.md")
    [ "$(echo "$line" | wc -l)" = 2 ] || { echo "FAILED: README.md and docs/install.md do not install in the same way"; exit 1; }
    line=$(head -1 <<<"$line")
    copy_tree "$source" "$builds"
    options="-DCMAKE_BUILD_TYPE=Release '${quickly[1]}' -DBUILD_SHARED_LIBS=ON"
    home="$folder/a home"
    CMAKE_BUILD_PARALLEL_LEVEL=2 HOME=$home quietly bash -c "cd '$builds' && ${line/-B build/-B build $options}"
fi
quietly mv "$home/.local" "$folder/moved" # what is installed works wherever it is put
prefix=$folder/moved
libdir=$(dirname "$(find "$prefix" -name 'libplyforge.*' | head -1)")
export PKG_CONFIG_PATH=$libdir/pkgconfig

version=$("$source/scripts/version")
if [ "$(pkg-config --modversion plyforge)" != "$version" ]; then
    echo "FAILED: pkg-config does not say version $version"
    exit 1
fi
quietly env LD_LIBRARY_PATH="$libdir" "$prefix/bin/plyforge" --version

# compile PAGE SOURCE PROGRAM: by the line with pkg-config of that page, as it stands there
compile() {
    local line
    line=$(grep -m 1 "^c.* yours\.${2##*.} \$(pkg-config" "$source/$1")
    mkdir "$folder/yours"
    cp "$source/examples/$2" "$folder/yours/yours.${2##*.}"
    quietly bash -c "cd '$folder/yours' && $line"
    mv "$folder/yours/a.out" "$3"
    rm -r "$folder/yours"
}
compile README.md hello.c "$folder/hello"
expect_hello "$folder/hello" "README.md and pkg-config"
compile docs/install.md hello.c "$folder/hello"
expect_hello "$folder/hello" "docs/install.md and pkg-config"
compile docs/howto-embed.md hello.c "$folder/hello"
expect_hello "$folder/hello" "docs/howto-embed.md and pkg-config"
if ! readelf -d "$folder/hello" | grep -q 'NEEDED.*libplyforge'; then
    echo "FAILED: hello through pkg-config does not use the shared library"
    exit 1
fi
if [ "$kind" = static ]; then
    # shellcheck disable=SC2046 # the flags are words
    quietly "${CC:-cc}" "$source/examples/hello.c" $(pkg-config --cflags plyforge) "$libdir/libplyforge.a" -pthread -o "$folder/hello-static"
    expect_hello "$folder/hello-static" "the archive"
fi
if command -v "${CXX:-c++}" >/dev/null; then
    for page in docs/install.md docs/howto-cpp.md; do
        compile $page hello.cpp "$folder/hello_cpp"
        expect_hello "$folder/hello_cpp" "$page, C++ and pkg-config"
    done
fi

# expect_bench PROGRAM NAME: the engine prints the node signature that its README names.
signature=$(sed -nE 's/.*`([0-9]+ nodes)`.*/\1/p' "$source/examples/engine/README.md")
expect_bench() {
    local printed
    printed=$(LD_LIBRARY_PATH=$libdir "$1" bench)
    if [ -z "$signature" ] || [[ $printed != "$signature "* ]]; then
        echo "FAILED: the engine through $2 prints $printed, not $signature"
        exit 1
    fi
    echo "the engine runs through $2 ($kind)"
}

engine=$folder/examples/engine
mkdir "$folder/examples"
cp -r "$source/examples/engine" "$engine"
cp -r "$source/tools" "$folder/tools"
line=$(block "$source/examples/engine/README.md" sh)
quietly bash -c "cd '$engine' && $line"
expect_bench "$engine/anvil" pkg-config
line=$(block "$source/examples/engine/README.md" sh 3)
quietly bash -c "cd '$engine' && $line"
LD_LIBRARY_PATH=$libdir quietly "$engine/match" --engine "$engine/anvil" --nodes 100 --engine "$engine/anvil" --nodes 100 --games 1
{
    echo "cmake_minimum_required(VERSION 3.22)"
    echo "project(anvil C)"
    block "$source/examples/engine/README.md" cmake
} >"$engine/CMakeLists.txt"
quietly cmake -S "$engine" -B "$builds-engine" -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$prefix"
quietly cmake --build "$builds-engine" --parallel 2
expect_bench "$builds-engine/anvil" find_package

# build_project NAME LINES: a project that gets the library by these lines of CMake
build_project() {
    mkdir "$folder/$1"
    cat >"$folder/$1/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(yours C)
add_executable(yours $source/examples/hello.c)
$2
END
    quietly cmake -S "$folder/$1" -B "$builds-$1" "${quickly[@]}" -DCMAKE_PREFIX_PATH="$prefix" \
        -DBUILD_SHARED_LIBS=$shared
    quietly cmake --build "$builds-$1" --parallel 2
    expect_hello "$builds-$1/yours" "$1"
}
build_project find_package "$(block "$source/docs/howto-embed.md" cmake 2)"
build_project find_package-any "$(block "$source/docs/install.md" cmake)"
if [ "$kind" = static ] && readelf -d "$builds-find_package/yours" | grep -q 'NEEDED.*libplyforge'; then
    echo "FAILED: plyforge::plyforge is not the static library"
    exit 1
fi
lines=$(block "$source/docs/howto-embed.md" cmake 2)
build_project find_package-shared "${lines/::plyforge)/::plyforge_shared)}"
quietly readelf -d "$builds-find_package-shared/yours"
if ! grep -q 'NEEDED.*libplyforge' "$folder/log"; then
    echo "FAILED: plyforge::plyforge_shared is not the shared library"
    exit 1
fi

# Every file that is installed belongs to a package: those of `make deb`, or the MPI program, which has none.
for component in library development program mpi; do
    quietly cmake --install "$build" --component "$component" --prefix "$folder/packages"
done
rm -r "$folder/packages/share/doc"
if ! diff <(cd "$prefix" && find . -not -type d | sort) <(cd "$folder/packages" && find . -not -type d | sort); then
    echo "FAILED: < is installed, > is in a package"
    exit 1
fi

if [ "$kind" = static ]; then
    archive=$folder/plyforge.tar.gz
    (cd "$source" && tar -czf "$archive" CMakeLists.txt LICENSE cmake include src tools programs examples)
    if [ "$build_type" = Release ]; then
        quietly cmp "$build/src/libplyforge.a" "$binary/src/libplyforge.a"
        quietly cmp "$build/plyforge" "$binary/plyforge"
    fi
    # A compiler cache would give back what another folder has made, and all would look the same.
    export CCACHE_DISABLE=1
    lines=$(block "$source/docs/howto-embed.md" cmake 1)
    build_project FetchContent "${lines/https:*.tar.gz/$archive}"
fi
build_project add_subdirectory "add_subdirectory($source plyforge)
target_link_libraries(yours PRIVATE plyforge::plyforge)"
if [ "$kind" = static ]; then
    quietly cmp "$builds-add_subdirectory/plyforge/src/libplyforge.a" \
        "$builds-FetchContent/_deps/plyforge-build/src/libplyforge.a"
    echo "every build has the same bytes"
fi

check_symbols() {
    nm -D --defined-only "$libdir/libplyforge.so" | awk '{ print $3 }' >"$folder/symbols"
    if grep -v '^pf_' "$folder/symbols"; then
        echo "FAILED: these are exported and do not begin with pf_"
        exit 1
    fi
    # What the public headers declare is exported, and nothing else.
    sed -nE 's/^PF_API .*[ *](pf_[a-z0-9_]+)\(.*/\1/p' "$prefix"/include/plyforge/{,*/}*.h | sort >"$folder/declared"
    if ! diff "$folder/declared" <(sort "$folder/symbols"); then
        echo "FAILED: < is declared, > is exported"
        exit 1
    fi
    # Programs ask for the name that changes when they would break: docs/compatibility.md.
    case $version in
    0.*) soname=libplyforge.so.${version%.*} ;;
    *) soname=libplyforge.so.${version%%.*} ;;
    esac
    if ! readelf -d "$libdir/libplyforge.so" | grep -qF "soname: [$soname]"; then
        readelf -d "$libdir/libplyforge.so" | grep SONAME
        echo "FAILED: the library's name should be $soname"
        exit 1
    fi
    echo "$(wc -l <"$folder/symbols") functions are exported by $soname"
}
check_symbols
