/* The number of legal moves with all templates inlined, for a small build that can afford it (PF_SMALL_COUNT). It is a
 * kilobyte larger than the shared body, but takes only two thirds of the time. */
#ifdef PF_SMALL_COUNT
#define PF_INLINE_TEMPLATES
#endif
#include "moves/write_pairs.h"

#include "moves/generate.h"

#ifdef PF_SMALL_COUNT
uint32_t pf_count_inlined(const pf_position *position)
{
    return position->turn == PF_WHITE ? pf_generate_body(position, NULL, PF_WHITE, PF_SINK_COUNT, PF_SLIDERS_MAGIC)
                                      : pf_generate_body(position, NULL, PF_BLACK, PF_SINK_COUNT, PF_SLIDERS_MAGIC);
}
#endif
