// Contracts that replace functions which are not executed within the generator, because they are proved separately: the
// look-up of a slider's attacks, and the writing of a set of moves.
#ifndef PROOF_CONTRACTS_H
#define PROOF_CONTRACTS_H

#include "machine.h"

// pf_slider_lookup: the rays of a rook or bishop up to the first piece. Proved by sliders.cc.
void add_slider_contract(Machine &machine, const std::string &level);
// The writers: each square of the set becomes a move. They are proved by writers.cc.
void add_writer_contracts(Machine &machine, const std::string &level);
// pf_attackers_among: those of the given pieces that attack a square. The contract is proved and defined in
// legality.cc.
void add_attackers_contract(Machine &machine);

// The squares that a knight, bishop, rook or king reaches on an empty board.
Bits reach(int square, unsigned type);
Bits rays(const Bits &occupied, int square, bool rook);

#endif
