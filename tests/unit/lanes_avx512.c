/* The lanes of one instruction set. The build compiles this file for it. */
#include "perft/two_ply/lanes_avx512.h"

#include "lanes_run.h"

void run_lanes_avx512(lanes_result *result, const lanes_input *input)
{
    run_lanes(result, input);
}
