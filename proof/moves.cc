#include "moves.h"

#include <stdexcept>

int Moves::advance(int cursor, int group)
{
    Cursor next;
    next.how = Cursor::BEHIND, next.a = cursor, next.b = group;
    cursors_.push_back(next);
    return int(cursors_.size()) - 1;
}

int Moves::either(Bit condition, int then, int otherwise)
{
    if (then == otherwise || condition.is_true()) return then;
    if (condition.is_false()) return otherwise;
    Cursor next;
    next.how = Cursor::EITHER, next.a = then, next.b = otherwise, next.condition = condition;
    cursors_.push_back(next);
    return int(cursors_.size()) - 1;
}

int Moves::write(int cursor, Bit guard, int group, std::vector<std::pair<unsigned, Bit>> moves)
{
    writes_.push_back({cursor, group, guard, std::move(moves)});
    return cursor;
}

std::map<unsigned, Bits> Moves::conditions() const
{
    std::map<unsigned, Bits> conditions;
    for (const Write &write : writes_)
        for (auto &[move, condition] : write.moves) {
            Bit written = write.guard & condition;
            if (!written.is_false()) conditions[move].push_back(written);
        }
    return conditions;
}

std::vector<Obligation> Moves::obligations(int last) const
{
    // Works backwards from the last cursor: the condition under which each cursor is on the path, and the advance that
    // was made from it.
    std::vector<Bits> passed(cursors_.size());
    struct Advance {
        Bit condition;
        int group;
    };
    std::map<int, std::vector<Advance>> advances;
    passed[last].push_back(true);
    for (int at = int(cursors_.size()) - 1; at > 0; at--) {
        const Cursor &cursor = cursors_[at];
        Bit here = any(passed[at]);
        if (here.is_false()) continue;
        if (cursor.how == Cursor::EITHER) {
            passed[cursor.a].push_back(here & cursor.condition);
            passed[cursor.b].push_back(here & !cursor.condition);
        } else {
            passed[cursor.a].push_back(here);
            advances[cursor.a].push_back({here, cursor.b});
        }
    }
    // Pairs every write with its advance, and every advance with its write. Of several at one cursor, at most one may
    // happen.
    std::vector<Obligation> wrong;
    std::map<std::pair<int, int>, Bits> written, advanced;
    for (const Write &write : writes_) written[{write.cursor, write.group}].push_back(write.guard);
    for (auto &[cursor, those] : advances)
        for (const Advance &advance : those) advanced[{cursor, advance.group}].push_back(advance.condition);
    for (auto &[place, guards] : written) advanced[place];
    for (auto &[place, conditions] : advanced) {
        Bits &guards = written[place];
        wrong.push_back({any(guards) ^ any(conditions), "a move is written where the list does not go on", 0});
        for (Bits *bits : {&guards, &conditions})
            for (size_t i = 0; i < bits->size(); i++)
                for (size_t j = 0; j < i; j++)
                    wrong.push_back({(*bits)[i] & (*bits)[j], "two writes to one place of the list", 0});
    }
    // A later write must not be before an earlier one, which it could overwrite: writers store more than they keep.
    std::vector<int> latest(cursors_.size(), -1); // the latest write on any path to a cursor
    std::map<int, int> first_at;
    for (size_t at = 0; at < cursors_.size(); at++) {
        const Cursor &cursor = cursors_[at];
        if (cursor.how == Cursor::EITHER) latest[at] = std::max(latest[cursor.a], latest[cursor.b]);
        if (cursor.how == Cursor::BEHIND) {
            latest[at] = latest[cursor.a];
            for (size_t write = 0; write < writes_.size(); write++)
                if (writes_[write].cursor == cursor.a && writes_[write].group == cursor.b)
                    latest[at] = std::max(latest[at], int(write));
        }
    }
    for (size_t write = 0; write < writes_.size(); write++)
        if (latest[writes_[write].cursor] >= int(write)) throw std::runtime_error("moves are written in another order");
    return wrong;
}
