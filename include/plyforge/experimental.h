/* Plyforge: functions that benchmarks and tests need in addition to the API. The ABI promise does not cover this
 * header. <plyforge.h> does not include it. */
#ifndef PLYFORGE_EXPERIMENTAL_H
#define PLYFORGE_EXPERIMENTAL_H

#include <plyforge/experimental/cpu.h>
#include <plyforge/experimental/stored.h>

#endif
