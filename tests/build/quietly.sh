# shellcheck shell=bash
# For scripts that build: $folder, which is removed at the end, and quietly, which shows a command's output only if it fails.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
quietly() {
    "$@" >"$folder/log" 2>&1 || { tail -50 "$folder/log"; echo "FAILED: $*"; exit 1; }
}
