# shellcheck shell=bash
# For scripts that build: $folder, which is removed at the end; quietly, which shows a command's output only if it fails; copy_tree,
# commit_all and block, which take what a user gets from the tree and from a page.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
quietly() {
    "$@" >"$folder/log" 2>&1 || { tail -50 "$folder/log"; echo "FAILED: $*"; exit 1; }
}

# copy_tree SOURCE TARGET: the sources, without what was built from them
copy_tree() {
    mkdir -p "$2"
    tar -C "$1" --exclude=./build --exclude=./dist --exclude=./.git --exclude=node_modules -cf - . | tar -C "$2" -xf -
}

# The current folder becomes a repository with one commit.
commit_all() {
    quietly git init -q .
    quietly git add -A
    quietly git -c user.name=test -c user.email=test@localhost commit -q -m sources
}

# block PAGE LANGUAGE [NUMBER]: that code block of the language on the page, the first one by default
block() {
    awk -v start="\`\`\`$2" -v number="${3:-1}" '$0 == "```" && inside { exit } inside { print } $0 == start { inside = ++count == number }' \
        "$1" >"$folder/block"
    [ -s "$folder/block" ] || { echo "FAILED: $1 has no block of $2" >&2; exit 1; }
    cat "$folder/block"
}
