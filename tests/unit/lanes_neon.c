/* The lanes of one instruction set. The build compiles this file for it. */
#include "perft/two_ply/lanes_neon.h"

#include "lanes_run.h"

void run_lanes_neon(lanes_result *result, const lanes_input *input)
{
    run_lanes(result, input);
}
