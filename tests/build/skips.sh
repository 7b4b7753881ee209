#!/usr/bin/env bash
# scripts/skips names all that a run of ctest skipped, in the words of each kind of test, and nothing else.
# usage: skips.sh SOURCE_DIR
set -euo pipefail
source=$1
# shellcheck source=tests/build/quietly.sh
. "$(dirname "$0")/quietly.sh"
tests=$folder/tests
mkdir "$tests"
cat >"$tests/part.bats" <<'END'
@test "runs" { true; }
@test "needs a moon" { skip "no moon tonight"; }
END
cat >"$tests/part.mjs" <<'END'
import test from 'node:test';
test('runs', () => {});
test('needs a sun', { skip: 'no sun' }, () => {});
END
cat >"$tests/test_part.py" <<'END'
import pytest
def test_runs(): pass
def test_stars(): pytest.skip('no stars')
END
cat >"$folder/part.c" <<'END'
#include "support.h"
static void runs(void **state) { (void)state; }
static void needs_wind(void **state) { (void)state; skip_because("no %s", "wind"); }
static void is_silent(void **state) { (void)state; skip(); }
int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(runs), cmocka_unit_test(needs_wind), cmocka_unit_test(is_silent)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
END
quietly cc -I "$source/include" -I "$source/tests" -o "$tests/cmocka" "$folder/part.c" -lcmocka
{
    echo 'add_test(whole sh -c "echo skipped: no rain; exit 77")'
    echo 'set_tests_properties(whole PROPERTIES SKIP_RETURN_CODE 77)'
    echo 'add_test(none sh -c "echo counts read: 7, skipped by the limits: 3; echo ok 1 pgn skips what is no game")'
    echo "add_test(cmocka \"$tests/cmocka\")"
} >"$tests/CTestTestfile.cmake"
expected="whole: no rain
cmocka: no wind
cmocka: is_silent: no reason was given"
if command -v bats >/dev/null; then
    echo "add_test(bats bats --tap \"$tests/part.bats\")" >>"$tests/CTestTestfile.cmake"
    expected+=$'\nbats: needs a moon: no moon tonight'
fi
if command -v node >/dev/null; then
    echo "add_test(node node --test --test-reporter=tap \"$tests/part.mjs\")" >>"$tests/CTestTestfile.cmake"
    expected+=$'\nnode: needs a sun: no sun'
fi
if python3 -c 'import pytest' 2>/dev/null; then
    echo "add_test(pytest python3 -m pytest -q -rs -p no:cacheprovider \"$tests/test_part.py\")" >>"$tests/CTestTestfile.cmake"
    expected+=$'\npytest: test_part.py:3: no stars'
fi

if "$source/scripts/skips" "$tests" 2>"$folder/error"; then echo "FAILED: skips before any run"; exit 1; fi
grep -q "no test has run in $tests" "$folder/error" || { cat "$folder/error"; echo "FAILED: the message"; exit 1; }
quietly ctest --test-dir "$tests"
# pytest names the file with its folder, as seen from where it runs.
"$source/scripts/skips" "$tests" | sed -E 's/^pytest: .*(test_part)/pytest: \1/' >"$folder/found"
diff <(echo "$expected") "$folder/found" || { echo "FAILED: other skips were found"; exit 1; }
echo "all skips are found"
