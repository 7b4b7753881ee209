#!/usr/bin/env bash
# The Debian packages of `make release`, installed into a fresh Debian with nothing of the project in it: the program prints the session
# of README.md and passes the suites there, README's program is compiled by README's line and runs, and what is removed is gone.
# Needs root, debootstrap, and a mirror to load from ($DEBIAN_MIRROR, or debootstrap's default).
# usage: deb.sh SOURCE_DIR DIST
set -euo pipefail
source=$1
dist=$2
if ! command -v debootstrap >/dev/null; then
    echo "skipped: no debootstrap"
    exit 77
fi
if [ "$(id -u)" -ne 0 ]; then
    echo "skipped: a chroot needs root"
    exit 77
fi
if ! compgen -G "$dist/*.deb" >/dev/null; then
    echo "skipped: make release made no packages"
    exit 77
fi

# shellcheck source=tests/build/quietly.sh
. "$(dirname "$0")/quietly.sh"
root=$folder/root

# shellcheck disable=SC1091 # the machine's own
release=$(. /etc/os-release && echo "${VERSION_CODENAME:-stable}")
if ! debootstrap --variant=minbase --include=libsqlite3-0,libzstd1,zlib1g,libbz2-1.0,gcc,libc6-dev,pkg-config "$release" "$root" \
    ${DEBIAN_MIRROR:+"$DEBIAN_MIRROR"} >"$folder/log" 2>&1; then
    tail -3 "$folder/log"
    echo "skipped: debootstrap could not make a Debian"
    exit 77
fi
mkdir "$root/packages" "$root/suites" "$root/yours"
cp "$dist"/*.deb "$root/packages"
cp "$source"/tests/perft/*.epd "$root/suites"
inside() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C "$@"; }
quietly inside sh -c 'dpkg -i /packages/*.deb'
version=$("$source/scripts/version")
[ "$(inside plyforge --version | head -1)" = "plyforge $version" ]

block "$source/README.md" console >"$folder/session"
sed -n '1s/^\$ //p' "$folder/session" >"$root/yours/session.sh"
inside sh /yours/session.sh | diff <(tail -n +2 "$folder/session") - || { echo "FAILED: the session of README.md"; exit 1; }
block "$source/README.md" c >"$root/yours/yours.c"
grep '^cc .*pkg-config.* plyforge' "$source/README.md" | head -1 >"$root/yours/line.sh"
[ -s "$root/yours/line.sh" ]
inside sh -c 'cd /yours && . ./line.sh && ./a.out' | tail -1 | grep -x "perft 5: 4865609"
inside sh -c 'plyforge suite /suites/*.epd --chess960 --max-nodes 1000000' | tail -1
inside plyforge suite /usr/share/plyforge/torture.epd | tail -1
# The folders in which Debian's shells look.
for file in bash-completion/completions/plyforge zsh/vendor-completions/_plyforge fish/vendor_completions.d/plyforge.fish; do
    [ -s "$root/usr/share/$file" ] || { echo "FAILED: no /usr/share/$file"; exit 1; }
done

quietly inside sh -c 'for package in /packages/*.deb; do dpkg-deb -f "$package" Package; done | xargs dpkg --purge'
if inside sh -c 'find /usr -name "*plyforge*"' | grep .; then
    echo "FAILED: these are left after the packages were removed"
    exit 1
fi
echo "$(find "$root/packages" -name '*.deb' | wc -l) packages installed and removed"
