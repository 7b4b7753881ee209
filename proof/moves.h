// The list of moves that the code being proved writes. The number of moves before an element of the list depends on the
// position, so a pointer into the list is not represented as a number but as a cursor: the beginning of the list, the
// cursor after the moves written at another cursor, or one of two cursors where paths meet. In the end it is proved
// that the path from the beginning to the last cursor passes every write whose guard holds exactly once, and nothing
// else.
#ifndef PROOF_MOVES_H
#define PROOF_MOVES_H

#include <map>
#include <vector>

#include "machine.h"

class Moves
{
public:
    struct Write { // the moves written at a cursor, if the guard holds
        int cursor;
        int group; // the same number as for the advance past it; SINGLE for one move
        Bit guard;
        std::vector<std::pair<unsigned, Bit>> moves; // each move, and the condition for being among those written
    };
    static constexpr int SINGLE = -1;

    Moves() { cursors_.push_back({}); }
    int advance(int cursor, int group);
    int either(Bit condition, int then, int otherwise);
    int write(int cursor, Bit guard, int group, std::vector<std::pair<unsigned, Bit>> moves);
    int new_group() { return groups_++; }

    // For every move, the conditions under which it is written; at most one of them may hold at a time.
    std::map<unsigned, Bits> conditions() const;
    // Conditions that must be impossible if the cursors from the first to the last are correct.
    std::vector<Obligation> obligations(int last) const;
    size_t size() const { return writes_.size(); }

private:
    struct Cursor {
        enum { BEGIN, BEHIND, EITHER } how = BEGIN;
        int a = 0, b = 0; // BEHIND: after group b at cursor a; EITHER: a if condition holds, else b
        Bit condition = false;
    };
    std::vector<Cursor> cursors_;
    std::vector<Write> writes_; // in chronological order
    int groups_ = 0;
};

#endif
