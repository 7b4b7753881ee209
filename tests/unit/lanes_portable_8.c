/* Lanes on the compiler's vector extension, as the judge of the instruction sets that have 8. */
#define PF_PORTABLE_LANES 8
#include "perft/two_ply/lanes_portable.h"

#include "lanes_run.h"

void run_lanes_portable_8(lanes_result *result, const lanes_input *input)
{
    run_lanes(result, input);
}
