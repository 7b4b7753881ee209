#!/usr/bin/env bash
# The layering: a room of src/ includes only rooms above it in the walk, directly or through a public header; the
# reference includes nothing but the public types and its own files, and reference.c, which is read as the Laws of Chess,
# has no other directive of the preprocessor; lab/ includes what it likes of src/ and the public headers, and src/ nothing of lab/;
# parquet/ includes its own headers only; what is outside all of them includes public headers, lab/lab.h and the headers of parquet/.
# Prints the graph of includes between rooms.
# usage: includes.sh SOURCE_DIR
set -eu
cd "$1"
walk=(types base base/cpu reference board moves variants entry rules notation notation/pgn formats formats/syzygy perft perft/two_ply perft/run perft/merge perft/cuda workbench lab)

# The room whose types and functions a public header declares.
declare -A public=(
    [base.h]=types [build.h]=types [types.h]=types [bitboard.h]=types [position.h]=types
    [experimental/cpu.h]=base/cpu
    [text.h]=base [attacks.h]=board [packed.h]=board
    [moves.h]=moves [questions.h]=moves [see.h]=moves [picker.h]=moves [play.h]=moves
    [changes.h]=moves [keys.h]=moves [retro.h]=moves
    [rules.h]=rules [game.h]=rules [repetition.h]=rules
    [fen.h]=notation [uci.h]=notation [san.h]=notation [epd.h]=notation [pgn.h]=notation/pgn [pgn_columns.h]=notation/pgn
    [batch.h]=formats [book.h]=formats [train.h]=formats [svg.h]=formats [openings.h]=formats [syzygy.h]=formats/syzygy
    [perft.h]=perft [experimental/stored.h]=perft
    [experimental.h]=perft
    [workbench.h]=workbench [divide.h]=workbench [bisect.h]=workbench [differential.h]=workbench
)

declare -A place edges
for i in "${!walk[@]}"; do place[${walk[i]}]=$i; done
failures=0
checked=0

complain() {
    echo "FAILED: $1"
    failures=$((failures + 1))
}

# The headers that a file includes, as "header" or <header>.
included() {
    sed -nE 's/^[[:space:]]*#[[:space:]]*include[[:space:]]+("[^"]+"|<[^>]+>).*/\1/p' "$1"
}

# The room of a path below src/, or of lab/, in $room: the longest folder that is one, or "" if there is none.
find_room() {
    room=${1%/*}
    [ "$room" != "$1" ] && [ -n "${place[$room]:-}" ] || room=
}

# An include by a file of room $2.
check_include() {
    local file=$1 from=$2 header=$3 room
    case $header in
    \"*/*\") find_room "${header:1:-1}" ;;
    \"*.inc\") return ;; # a generated table
    '<lab/'*) room=lab ;;
    '<plyforge.h>') complain "$file includes <plyforge.h>, which includes everything" && return ;;
    '<plyforge/'*)
        header=${header:10:-1}
        room=${public[$header]:-}
        ;;
    '<'*) return ;; # of the system
    *) room= ;;
    esac
    if [ -z "$room" ]; then
        complain "$file includes $header, which is in no room"
        return
    fi
    if [ "$room" != "$from" ]; then edges["$from -> $room"]=$((${edges["$from -> $room"]:-0} + 1)); fi
    if [ "$from" = reference ] && [ "$room" != types ] && [ "$room" != reference ]; then
        complain "$file includes $header: the reference stands alone"
    elif [ "$room" = reference ] && [ "$from" != reference ]; then
        complain "$file includes $header: the reference is not part of the library"
    elif [ "${place[$room]}" -gt "${place[$from]}" ]; then
        complain "$file includes $header: $from must not need $room"
    fi
}

while read -r file; do
    checked=$((checked + 1))
    find_room "${file#src/}"
    from=$room
    if [ -z "$from" ]; then complain "$file is in no room"; fi
    while read -r header; do check_include "$file" "$from" "$header"; done < <(included "$file")
done < <(find src lab -name '*.[ch]' -o -name '*.cu' -o -name '*.cuh' | sort)

while read -r directive; do
    complain "src/reference/reference.c has a directive of the preprocessor: $directive"
done < <(sed -nE '/^[[:space:]]*#[[:space:]]*include/d; /^[[:space:]]*#/p' src/reference/reference.c)

while read -r file; do
    checked=$((checked + 1))
    from=${public[${file#include/plyforge/}]:-}
    if [ -z "$from" ]; then complain "$file is in no room: name one in tests/build/includes.sh"; fi
    while read -r header; do
        if [[ $header == \"* ]]; then complain "$file includes $header"; fi
        if [ -n "$from" ]; then check_include "$file" "$from" "$header"; fi
    done < <(included "$file")
done < <(find include/plyforge -name '*.h' | sort)

# Outside src/ and lab/: a header is found beside the file or, for both programs, under programs/plyforge; files that the
# build makes are *.inc. Only one file of the cluster program uses MPI.
while read -r file; do
    checked=$((checked + 1))
    while read -r header; do
        case $header in
        '<mpi.h>') if [ "$file" != programs/plyforge-mpi/team.c ]; then complain "$file includes $header"; fi ;;
        \"*.inc\" | '<lab/lab.h>' | '<parquet/'*) ;;
        '<lab/'*) complain "$file includes $header" ;;
        '<'*) ;;
        *)
            name=${header:1:-1}
            case $file in programs/*) program=programs/plyforge/$name ;; *) program=none ;; esac
            if [ ! -e "$(dirname "$file")/$name" ] && [ ! -e "$program" ]; then
                complain "$file includes $header"
            fi
            ;;
        esac
    done < <(included "$file")
done < <(find programs examples -name '*.[ch]' -o -name '*.cpp' | sort)

# The writer of Parquet knows neither chess nor the programs.
while read -r file; do
    checked=$((checked + 1))
    while read -r header; do
        case $header in
        '<parquet/'* | '<std'*.h'>' | '<string.h>') ;;
        *) complain "$file includes $header" ;;
        esac
    done < <(included "$file")
done < <(find parquet -name '*.[ch]')

# The C++ face stands on the whole C API.
while read -r file; do
    checked=$((checked + 1))
    while read -r header; do
        if [[ $header == \"* || $header == '<plyforge/'* ]]; then complain "$file includes $header, not <plyforge.h>"; fi
    done < <(included "$file")
done < <(find include -name '*.hpp' | sort)

echo "Includes between rooms:"
for edge in "${!edges[@]}"; do printf '    %s (%d)\n' "$edge" "${edges[$edge]}"; done | sort
echo "$checked files looked at, ${#edges[@]} edges between rooms, $failures includes out of place"
[ "$checked" -gt 200 ] && [ "${#edges[@]}" -gt 20 ] && [ "$failures" -eq 0 ]
