#!/usr/bin/env bash
# The Debian packages, installed into a fresh Debian with nothing else in it: the program passes the suites there, and
# what is removed is gone. Needs root, debootstrap, and a mirror to load from ($DEBIAN_MIRROR, or debootstrap's default).
# usage: deb.sh SOURCE_DIR
set -euo pipefail
source=$1
for tool in debootstrap cpack dpkg-shlibdeps; do
    if ! command -v "$tool" >/dev/null; then
        echo "skipped: no $tool"
        exit 77
    fi
done
if [ "$(id -u)" -ne 0 ]; then
    echo "skipped: a chroot needs root"
    exit 77
fi

# shellcheck source=tests/build/quietly.sh
. "$(dirname "$0")/quietly.sh"
root=$folder/root

# shellcheck disable=SC1091 # the machine's own
release=$(. /etc/os-release && echo "${VERSION_CODENAME:-stable}")
if ! debootstrap --variant=minbase --include=libjansson4,libsqlite3-0,libzstd1,zlib1g,libbz2-1.0 "$release" "$root" \
    ${DEBIAN_MIRROR:+"$DEBIAN_MIRROR"} >"$folder/log" 2>&1; then
    tail -3 "$folder/log"
    echo "skipped: debootstrap could not make a Debian"
    exit 77
fi
quietly cmake -S "$source" -B "$folder/build" -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=ON \
    -DCMAKE_INSTALL_PREFIX=/usr
quietly cmake --build "$folder/build" --parallel 2
(cd "$folder/build" && quietly cpack)

mkdir "$root/packages" "$root/suites"
cp "$folder"/build/*.deb "$root/packages"
cp "$source"/tests/perft/*.epd "$root/suites"
inside() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C "$@"; }
quietly inside sh -c 'dpkg -i /packages/*.deb'
inside plyforge --version
inside sh -c 'plyforge suite /suites/*.epd --chess960 --max-nodes 1000000' | tail -1
quietly inside sh -c 'for package in /packages/*.deb; do dpkg-deb -f "$package" Package; done | xargs dpkg --purge'
if inside sh -c 'find /usr -name "*plyforge*"' | grep .; then
    echo "FAILED: these are left after the packages were removed"
    exit 1
fi
echo "$(find "$root/packages" -name '*.deb' | wc -l) packages installed and removed"
