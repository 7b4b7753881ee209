# shellcheck shell=bash
# For scripts that run Windows programs, after quietly.sh: a Wine of the test's own in $folder, gone at the end; a skip if it does not start.
# Wine knows the names of files by the locale.
export LC_ALL=C.UTF-8 WINEPREFIX=$folder/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=" HOME=$folder
server() { wineserver "$1" 2>/dev/null || wineserver-stable "$1" 2>/dev/null || true; }
trap 'server -k; rm -rf "$folder"' EXIT
mkdir "$WINEPREFIX"
server -p # it stays until the end: a program that starts while its server ends fails
if ! timeout 120 wine cmd /c exit >/dev/null 2>&1; then
    echo "skipped: wine does not start"
    exit 77
fi
