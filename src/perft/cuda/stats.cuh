/* What kind of moves a ply consists of: the columns of the published tables, as perft/stats.c counts them. */
#ifndef PLYFORGE_CUDA_STATS_CUH
#define PLYFORGE_CUDA_STATS_CUH

#include "perft/cuda/kernels.cuh"

enum {
    PF_COLUMN_NODES,
    PF_COLUMN_CAPTURES,
    PF_COLUMN_EN_PASSANT,
    PF_COLUMN_CASTLES,
    PF_COLUMN_PROMOTIONS,
    PF_COLUMN_CHECKS,
    PF_COLUMN_DISCOVERED,
    PF_COLUMN_DOUBLE,
    PF_COLUMN_MATES,
    PF_COLUMNS
};

static __device__ void pf_add_column(unsigned long long *row, uint32_t column, bool condition)
{
    uint32_t votes = __ballot_sync(~0u, condition);
    if (pf_lane() == 0 && votes) atomicAdd(&row[column], (unsigned long long)__popc(votes));
}

/* A thread per move; row is in device memory. */
template <pf_colour us>
__global__ void __launch_bounds__(PF_BLOCK) pf_tally_moves(unsigned long long *row, pf_chunk parents, pf_births births)
{
    __shared__ unsigned long long sums[PF_COLUMNS];
    if (threadIdx.x < PF_COLUMNS) sums[threadIdx.x] = 0;
    __syncthreads();
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    bool exists = i < *births.size, captures = false, mates = false;
    pf_move_kind kind = PF_MOVE_NORMAL;
    uint32_t direct = 0, discovered = 0;
    if (exists) {
        pf_quad quad = pf_load_quad(&parents, births.parent[i]);
        pf_position position = pf_position_of_quad(&quad, us);
        pf_move move = births.move[i];
        kind = pf_move_kind_of(move);
        captures = kind == PF_MOVE_EN_PASSANT || (position.by_colour[us ^ 1] & pf_bit(pf_move_to(move)));
        pf_new_checkers checkers = pf_find_new_checkers(&position, move, us, PF_CUDA_SLIDERS);
        direct = pf_popcount(checkers.direct);
        discovered = pf_popcount(checkers.discovered);
        if (direct + discovered) {
            pf_quad after = pf_quad_after(&quad, move, us, PF_EP_IF_LEGAL, PF_CUDA_SLIDERS);
            pf_position child = pf_position_of_quad(&after, us ^ 1);
            mates = !pf_generate_body(&child, NULL, us ^ 1, PF_SINK_ANY, PF_CUDA_SLIDERS);
        }
    }
    pf_add_column(sums, PF_COLUMN_NODES, exists);
    pf_add_column(sums, PF_COLUMN_CAPTURES, captures);
    pf_add_column(sums, PF_COLUMN_EN_PASSANT, exists && kind == PF_MOVE_EN_PASSANT);
    pf_add_column(sums, PF_COLUMN_CASTLES, exists && kind == PF_MOVE_CASTLING);
    pf_add_column(sums, PF_COLUMN_PROMOTIONS, exists && kind == PF_MOVE_PROMOTION);
    pf_add_column(sums, PF_COLUMN_CHECKS, direct + discovered > 0);
    pf_add_column(sums, PF_COLUMN_DISCOVERED, direct == 0 && discovered == 1);
    pf_add_column(sums, PF_COLUMN_DOUBLE, direct + discovered > 1);
    pf_add_column(sums, PF_COLUMN_MATES, mates);
    __syncthreads();
    if (threadIdx.x < PF_COLUMNS && sums[threadIdx.x]) atomicAdd(&row[threadIdx.x], sums[threadIdx.x]);
}

#endif
