# Counting on a GPU, as far as a machine without one can tell: what is refused, and that the CPU takes over.

load helper

# Leaves a test that is about machines without a GPU.
without_gpu() {
    plyforge perft 1 --backend cuda
    [ "$status" -ne 0 ] || skip "this machine has a GPU; see bench/gpu.sh"
}

@test "without a GPU, --backend cuda is refused with the reason" {
    without_gpu
    plyforge perft 3 --backend cuda
    same status 2 "$status"
    same stdout "" "$output"
    [[ "$stderr" == "plyforge: --backend cuda: no usable GPU: "* ]] ||
        same stderr "plyforge: --backend cuda: this build has no CUDA back end (build with the preset cuda)" "$stderr"
    plyforge unique 3 --backend cuda
    same status 2 "$status"
    plyforge suite --backend cuda "$BATS_TEST_DIRNAME/../perft/cpw-six.epd"
    same status 2 "$status"
}

@test "without a GPU, --backend auto counts on the CPU" {
    without_gpu
    plyforge perft 4 --backend auto
    same status 0 "$status"
    same stdout "Nodes searched: 197281" "$output"
    plyforge unique 3 --backend auto
    same stdout $'1: 20\n2: 400\n3: 5362' "$output"
}

@test "what a GPU cannot do is refused, whether there is one or not" {
    refused "--backend cuda and --hash cannot be combined" perft 3 --backend cuda --hash 1G
    refused "--backend cuda and --threads cannot be combined" perft 3 --backend cuda --threads 2
    refused "--backend cuda and --no-bulk cannot be combined" perft 3 --backend cuda --no-bulk
    refused "--backend cuda and --plain cannot be combined" perft 3 --plain --backend cuda
    refused "pgn cannot use --backend cuda" pgn --backend cuda games.pgn
    refused "uci cannot use --backend cuda" uci --backend cuda
    refused "--backend cuda works with standard chess, not with --variant atomic" perft 3 --variant atomic --backend cuda
    refused "--gpus needs --backend cuda" perft 3 --gpus 2
    refused "--gpus must be a number from 1 to 1024, not '0'" perft 3 --backend cuda --gpus 0
    refused "--gpus must be a number from 1 to 1024, not 'two'" perft 3 --backend cuda --gpus two
}

@test "the scripts for a GPU and the build refuse wrong words before they do any work" {
    cd "$BATS_TEST_DIRNAME/../.."
    export PLYFORGE_GPU_BUILD=$BATS_TEST_TMPDIR/build PLYFORGE_LEDGERS=$BATS_TEST_TMPDIR/ledgers
    run --separate-stderr bench/gpu.sh start9 kiwipete77
    same status 2 "$status"
    same stderr "bench/gpu.sh: no job 'kiwipete77'; see --list" "$stderr"
    run --separate-stderr bench/gpu_slots.sh deep
    same status 2 "$status"
    same stderr "bench/gpu_slots.sh: a depth or check is needed, not 'deep'" "$stderr"
    run --separate-stderr bench/gpu_slots.sh 13 soon
    same status 2 "$status"
    same stderr "bench/gpu_slots.sh: a time such as 9m is needed, not 'soon'" "$stderr"
    run --separate-stderr cmake -S . -B "$PLYFORGE_GPU_BUILD-cmake" -DPLYFORGE_SMALL=ON -DPLYFORGE_CUDA=ON
    same status 1 "$status"
    [[ $stderr == *"PLYFORGE_SMALL is portable code only: leave PLYFORGE_CUDA out"* ]]
    [ ! -e "$PLYFORGE_GPU_BUILD" ] && [ ! -e "$PLYFORGE_LEDGERS" ]
}

@test "a library with CUDA is found where it was installed, also by a project in C" {
    build=$(dirname "$PLYFORGE")
    grep -qs '^PLYFORGE_CUDA:BOOL=ON' "$build/CMakeCache.txt" || skip "a build without CUDA"
    source=$BATS_TEST_DIRNAME/../.. prefix=$BATS_TEST_TMPDIR/prefix yours=$BATS_TEST_TMPDIR/yours
    cmake --install "$build" --prefix "$prefix" >/dev/null
    mkdir "$yours"
    cat >"$yours/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(yours C)
find_package(plyforge REQUIRED)
add_executable(yours $source/examples/hello.c)
target_link_libraries(yours PRIVATE plyforge::plyforge)
END
    cmake -S "$yours" -B "$yours/build" -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
    cmake --build "$yours/build" >/dev/null
    [[ $("$yours/build/yours") == "20 legal moves: "* ]]
    libdir=$(dirname "$(find "$prefix" -name libplyforge.a)")
    export PKG_CONFIG_PATH=$libdir/pkgconfig
    cc "$source/examples/hello.c" $(pkg-config --cflags plyforge) "$libdir/libplyforge.a" $(pkg-config --static --libs plyforge) -o "$yours/by_hand"
    [[ $("$yours/by_hand") == "20 legal moves: "* ]]
}
