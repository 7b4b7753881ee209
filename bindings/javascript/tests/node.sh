# shellcheck shell=bash
# For scripts that run tests with node: what a skip is, that node is there, and npm's packages.
skip() {
    echo "skipped: $*"
    exit 77
}

# What is installed already is not asked for again. install_for WHAT
install_for() {
    npm ls >/dev/null 2>&1 || timeout 200 npm ci --ignore-scripts --no-audit --no-fund --loglevel=error ||
        skip "npm cannot install what $1 is built with"
}

command -v node >/dev/null || skip "no node (Debian: nodejs)"
[ "$(node -p 'Number(process.versions.node.split(".")[0]) >= 20')" = true ] || skip "node is older than 20"
