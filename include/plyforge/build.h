/* Plyforge: build options that change the types of the library. An installed copy of this file has the settings of its
 * own build. */
#ifndef PLYFORGE_BUILD_H
#define PLYFORGE_BUILD_H

/* Whether the library supports the variants. The default is 1. With 0 (the CMake option PLYFORGE_VARIANTS=OFF, or
 * -DPF_VARIANTS=0 for both the library and its users) it supports only standard chess, including Chess960. Positions,
 * setups, undo records and move lists are then smaller. */
#ifndef PF_VARIANTS
#define PF_VARIANTS 1
#endif

/* A program compiled with the other setting must not link, because its positions differ in size. Without variants,
 * therefore, the functions that produce positions and moves have other names in the library. If the linker cannot find
 * one of them, under either name, the two settings of PF_VARIANTS differ. */
#if !PF_VARIANTS
#define pf_position_start           pf_position_start_without_variants
#define pf_variant_start            pf_variant_start_without_variants
#define pf_position_chess960_start  pf_position_chess960_start_without_variants
#define pf_position_from_setup      pf_position_from_setup_without_variants
#define pf_setup_from_position      pf_setup_from_position_without_variants
#define pf_setup_from_fen           pf_setup_from_fen_without_variants
#define pf_position_from_fen        pf_position_from_fen_without_variants
#define pf_positions_from_fens      pf_positions_from_fens_without_variants
#define pf_positions_from_fen_lines pf_positions_from_fen_lines_without_variants
#define pf_position_unpack          pf_position_unpack_without_variants
#define pf_position_unpack_variant  pf_position_unpack_variant_without_variants
#define pf_positions_unpack         pf_positions_unpack_without_variants
#define pf_packed_read              pf_packed_read_without_variants
#define pf_epd_from_text            pf_epd_from_text_without_variants
#define pf_train_read               pf_train_read_without_variants
#define pf_pgn_position             pf_pgn_position_without_variants
#define pf_game_position            pf_game_position_without_variants
#define pf_predecessors_next        pf_predecessors_next_without_variants
#define pf_generate_legal           pf_generate_legal_without_variants
#define pf_generate                 pf_generate_without_variants
#define pf_position_play            pf_position_play_without_variants
#define pf_position_play_unchecked  pf_position_play_unchecked_without_variants
#define pf_position_make            pf_position_make_without_variants
#define pf_position_unmake          pf_position_unmake_without_variants
#endif

#endif
