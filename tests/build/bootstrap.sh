#!/usr/bin/env bash
# scripts/bootstrap on machines that this one is not, made of a folder with a few programs: what the build needs is installed or
# asked for, and the build goes on without the rest.
# usage: bootstrap.sh SOURCE_DIR
set -euo pipefail
source=$1
# shellcheck source=tests/build/quietly.sh
. "$(dirname "$0")/quietly.sh"
programs=$folder/programs

# machine USER PROGRAM...: programs that do nothing, and a user with that number. Libraries and headers in $lacks are missing,
# packages in $unknown cannot be installed, and what is installed is written to $folder/installed.
machine() {
    local user=$1 name
    shift
    rm -rf "$programs" "$folder/installed"
    mkdir "$programs"
    ln -s "$(command -v bash)" "$programs/bash"
    for name in ninja cmake "$@"; do
        printf '#!/bin/bash\n' >"$programs/$name"
    done
    printf '#!/bin/bash\necho %s\n' "$user" >"$programs/id"
    cat >"$programs/pkg-config" <<'END'
#!/bin/bash
[[ " $lacks " != *" $2 "* ]]
END
    cat >"$programs/cc" <<'END'
#!/bin/bash
read -r line
[[ " $lacks " != *" ${line//[^a-z.]/} "* ]]
END
    if [[ " $* " == *" apt-get "* ]]; then
        cat >"$programs/apt-get" <<'END'
#!/bin/bash
[ "$1" = install ] || exit 0
for word in "${@:2}"; do
    [[ " $unknown " != *" $word "* ]] || exit 100
    [[ $word != -s ]] || dry=1
    [[ $word == -* || -n ${dry-} ]] || echo "$word" >>"$installed"
done
END
    fi
    chmod +x "$programs"/*
}

# expect STATUS MESSAGE INSTALLED
expect() {
    local status=0 message
    message=$(PATH=$programs lacks=$lacks unknown=$unknown installed=$folder/installed "$programs/bash" "$source/scripts/bootstrap" build 2>&1) || status=$?
    touch "$folder/installed"
    if [ "$status" != "$1" ] || [ "$message" != "$2" ] || [ "$(xargs <"$folder/installed")" != "$3" ]; then
        echo "FAILED: lacks '$lacks': status $status, '$message', installed '$(xargs <"$folder/installed")'"
        exit 1
    fi
}

unknown="" lacks=""
machine 0 apt-get
expect 0 "" ""
lacks="sqlite3 libzstd includebzlib.h"
expect 0 "bootstrap: installing libsqlite3-dev libzstd-dev libbz2-dev" "libsqlite3-dev libzstd-dev libbz2-dev"
unknown=libzstd-dev
machine 0 apt-get
expect 0 "bootstrap: going on without libzstd-dev, which cannot be installed
bootstrap: installing libsqlite3-dev libbz2-dev" "libsqlite3-dev libbz2-dev"
machine 1000 apt-get
expect 0 "bootstrap: cannot install packages: not root, and there is no sudo. These are missing (Debian's names):
    optional: libsqlite3-dev libzstd-dev libbz2-dev" ""
machine 1000
expect 0 "bootstrap: cannot install packages: there is no apt-get. These are missing (Debian's names):
    optional: libsqlite3-dev libzstd-dev libbz2-dev" ""
lacks=""
expect 0 "" ""
rm "$programs/ninja"
lacks="libzstd"
expect 1 "bootstrap: cannot install packages: there is no apt-get. These are missing (Debian's names):
    needed:   ninja-build
    optional: libzstd-dev
To build without them, try: cmake -B build && cmake --build build" ""
echo "seven machines"
