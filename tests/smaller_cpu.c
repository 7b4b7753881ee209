/* A test as a smaller machine would run it: PLYFORGE_TEST_CPU names the largest instruction set that it may use,
 * whatever it asks for itself. Linked into tests with --wrap=pf_cpu_force. */
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
    enum { BMI2 = PF_CPU_BMI2 | PF_CPU_FAST_PEXT, AVX2 = BMI2 | PF_CPU_AVX2 | PF_CPU_SSSE3 };
    static const struct {
        const char *name;
        pf_cpu_features features;
    } sets[] = {{"portable", 0}, {"bmi2", BMI2}, {"avx2", AVX2}, {"avx512", AVX2 | PF_CPU_AVX512}};
    const char *wanted = getenv("PLYFORGE_TEST_CPU");
    if (!wanted || !*wanted) return;
    for (unsigned i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        if (strcmp(wanted, sets[i].name) != 0) continue;
        if ((pf_cpu() & sets[i].features) != sets[i].features) {
            printf("skipped: no %s on this machine\n", wanted);
            exit(77);
        }
        allowed = sets[i].features;
        __wrap_pf_cpu_force(~0u);
        return;
    }
    fprintf(stderr, "PLYFORGE_TEST_CPU takes portable, bmi2, avx2 or avx512, not '%s'\n", wanted);
    exit(2);
}
