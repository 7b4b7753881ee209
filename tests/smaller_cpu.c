/* A test as a smaller machine would run it: PLYFORGE_TEST_CPU names the fastest back end that it may use, whatever it
 * asks for itself; "slow-pext" is a machine like AMD's before Zen 3. Linked into tests with --wrap=pf_cpu_force. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <plyforge/experimental.h>

void __real_pf_cpu_force(pf_cpu_features mask);
void __wrap_pf_cpu_force(pf_cpu_features mask);

static pf_cpu_features allowed = ~0u;

void __wrap_pf_cpu_force(pf_cpu_features mask)
{
    __real_pf_cpu_force(mask & allowed);
}

__attribute__((constructor)) static void begin_smaller(void)
{
    const char *wanted = getenv("PLYFORGE_TEST_CPU");
    if (!wanted || !*wanted) return;
    if (strcmp(wanted, "slow-pext") == 0) {
        allowed = ~(pf_cpu_features)PF_CPU_FAST_PEXT;
        __wrap_pf_cpu_force(~0u);
        return;
    }
    pf_level level = 0;
    while (pf_level_name(level) && strcmp(wanted, pf_level_name(level)) != 0) level++;
    if (!pf_level_name(level)) {
        fprintf(stderr, "PLYFORGE_TEST_CPU takes the name of a back end or slow-pext, not '%s'\n", wanted);
        exit(2);
    }
    if (!pf_level_is_available(level)) {
        printf("skipped: no %s on this machine or in this build\n", wanted);
        exit(77);
    }
    allowed = pf_level_features(level);
    __wrap_pf_cpu_force(~0u);
}
