/* The moves of a ply by kind: the columns of the published tables, as perft/run/run_stats.c counts them. */
#ifndef PLYFORGE_CUDA_STATS_CUH
#define PLYFORGE_CUDA_STATS_CUH

#include "perft/cuda/walk.cuh"

static __device__ void pf_add_column(unsigned long long *row, uint32_t column, bool condition)
{
    uint32_t votes = __ballot_sync(~0u, condition);
    if (pf_lane() == 0 && votes) atomicAdd(&row[column], (unsigned long long)__popc(votes));
}

/* A thread per move; row is in device memory. */
template <pf_colour us>
__global__ void __launch_bounds__(PF_BLOCK) pf_tally_moves(unsigned long long *row, pf_chunk parents, pf_births births)
{
    __shared__ unsigned long long sums[PF_CLASSES];
    if (threadIdx.x < PF_CLASSES) sums[threadIdx.x] = 0;
    __syncthreads();
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    bool exists = i < *births.size, captures = false;
    pf_move_kind kind = PF_MOVE_NORMAL;
    uint32_t check = PF_CLASSES;
    if (exists) {
        pf_quad quad = pf_load_quad(&parents, births.parent[i]);
        pf_position position = pf_position_of_quad(&quad, us);
        pf_move move = births.move[i];
        kind = pf_move_kind_of(move);
        captures = kind == PF_MOVE_EN_PASSANT || (position.by_colour[us ^ 1] & pf_bit(pf_move_to(move)));
        pf_new_checkers checkers = pf_find_new_checkers(&position, move, us, PF_CUDA_SLIDERS);
        if (checkers.direct | checkers.discovered) {
            pf_quad after = pf_quad_after(&quad, move, us, PF_EP_IF_LEGAL, PF_CUDA_SLIDERS);
            pf_position child = pf_position_of_quad(&after, us ^ 1);
            check = pf_class_of_check(checkers, !pf_generate_body(&child, NULL, us ^ 1, PF_SINK_ANY, PF_CUDA_SLIDERS));
        }
    }
    pf_add_column(sums, PF_CLASS_NODES, exists);
    pf_add_column(sums, PF_CLASS_CAPTURES, captures);
    pf_add_column(sums, PF_CLASS_EN_PASSANT, exists && kind == PF_MOVE_EN_PASSANT);
    pf_add_column(sums, PF_CLASS_CASTLES, exists && kind == PF_MOVE_CASTLING);
    pf_add_column(sums, PF_CLASS_PROMOTIONS, exists && kind == PF_MOVE_PROMOTION);
    for (uint32_t number = PF_CLASS_CHECKS; number < PF_CLASSES; number++) pf_add_column(sums, number, check == number);
    __syncthreads();
    if (threadIdx.x < PF_CLASSES && sums[threadIdx.x]) atomicAdd(&row[threadIdx.x], sums[threadIdx.x]);
}

static pf_status tally(pf_gpu *gpu, pf_perft_row *rows, unsigned at, const pf_chunk *chunk, unsigned depth,
                       pf_colour turn, double done, double share)
{
    level *next = &gpu->levels[at];
    for (uint32_t first = 0; first < chunk->size;) {
        pf_chunk slice = slice_of(chunk, first, chunk->size - first);
        TRY(list_moves(gpu, next, &slice, turn));
        double slice_done = done + share * first / chunk->size, slice_share = share * slice.size / chunk->size;
        CLEAR(row);
        if (next->chunk.size)
            LAUNCH_FOR(turn, pf_tally_moves, blocks_for(next->chunk.size), gpu->on_device->row, slice, next->births);
        TRY(read_figures(gpu));
        const unsigned long long *row = gpu->read->row;
        for (unsigned i = 0; i < PF_CLASSES; i++) pf_row_add(rows, i, pf_count_of(row[i]));
        if (depth > 1) {
            TRY(make_children(gpu, next, &slice, turn));
            TRY(tally(gpu, rows + 1, at + 1, &next->chunk, depth - 1, turn ^ 1, slice_done, slice_share));
        }
        TRY(advance(gpu, slice_done + slice_share));
        first += slice.size;
    }
    return PF_OK;
}

#endif
