/* Plyforge: the whole public API, in the order in which a position goes from text to a count. */
#ifndef PLYFORGE_H
#define PLYFORGE_H

#include <plyforge/base.h>
#include <plyforge/types.h>

#include <plyforge/bitboard.h>

#include <plyforge/position.h>

#include <plyforge/text.h>

#include <plyforge/fen.h>

#include <plyforge/packed.h>

#include <plyforge/batch.h>

#include <plyforge/attacks.h>

#include <plyforge/moves.h>

#include <plyforge/questions.h>

#include <plyforge/see.h>

#include <plyforge/picker.h>

#include <plyforge/play.h>

#include <plyforge/changes.h>

#include <plyforge/keys.h>

#include <plyforge/retro.h>

#include <plyforge/rules.h>

#include <plyforge/game.h>

#include <plyforge/repetition.h>

#include <plyforge/uci.h>

#include <plyforge/san.h>

#include <plyforge/epd.h>

#include <plyforge/pgn.h>
#include <plyforge/pgn_columns.h>

#include <plyforge/book.h>

#include <plyforge/openings.h>

#include <plyforge/syzygy.h>

#include <plyforge/train.h>

#include <plyforge/svg.h>

#include <plyforge/perft.h>

#include <plyforge/workbench.h>

#include <plyforge/divide.h>

#include <plyforge/bisect.h>

#include <plyforge/differential.h>

#endif
