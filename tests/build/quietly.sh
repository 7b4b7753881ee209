# shellcheck shell=bash
# For scripts that build: $folder, which is removed at the end, and quietly, which shows a command's output only if it fails.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
quietly() {
    "$@" >"$folder/log" 2>&1 || { tail -50 "$folder/log"; echo "FAILED: $*"; exit 1; }
}
# A copy of a source tree in which nothing has been built. clean_copy FROM TO
clean_copy() {
    mkdir -p "$2"
    tar -C "$1" --exclude=./build --exclude=./.git -cf - . | tar -C "$2" -xf -
}
