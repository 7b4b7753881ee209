// Values, memory, and arithmetic on formulas.
#include <algorithm>
#include <stdexcept>

#include "machine.h"
#include "moves.h"

Value Value::constant(uint64_t number, unsigned width)
{
    Bits bits(width);
    for (unsigned i = 0; i < width && i < 64; i++) bits[i] = bool(number >> i & 1);
    return of(std::move(bits));
}

Value Value::pointer(int object, int64_t offset)
{
    Value value;
    value.kind = POINTER;
    value.targets.push_back({true, object, offset});
    return value;
}

Value Value::sum(Linear linear)
{
    Value value;
    value.kind = LINEAR;
    value.linear = std::make_shared<const Linear>(std::move(linear));
    return value;
}

bool Value::is_constant() const
{
    if (kind != BITS) return false;
    for (Bit bit : bits)
        if (!bit.is_constant()) return false;
    return true;
}

uint64_t Value::number() const
{
    if (!is_constant()) throw std::runtime_error("not a constant");
    uint64_t number = 0;
    for (size_t i = 0; i < bits.size(); i++) {
        if (i >= 64 && bits[i].is_true()) throw std::runtime_error("a constant of more than 64 bits");
        if (bits[i].is_true()) number |= uint64_t(1) << i;
    }
    return number;
}

int Value::object() const
{
    if (kind != POINTER || targets.size() != 1 || !targets[0].guard.is_true() || targets[0].offset != 0)
        throw std::runtime_error("a contract is asked about an unknown place");
    return targets[0].object;
}

bool Value::same(const Value &other) const
{
    if (kind != other.kind || cursor != other.cursor || bits.size() != other.bits.size()) return false;
    for (size_t i = 0; i < bits.size(); i++)
        if (!bits[i].same(other.bits[i])) return false;
    return targets == other.targets && linear == other.linear;
}

// In memory, of a value that is not a number.
static int64_t size_of(const Value &value)
{
    return value.kind == Value::MOVES ? 32 : 64;
}

static Bit merge_bits(Bit condition, Bit then, Bit otherwise)
{
    if (then.same(otherwise)) return then;
    if (then.is_undefined() || otherwise.is_undefined()) return Bit::undefined();
    return choose(condition, then, otherwise);
}

Value Machine::merge(Bit condition, const Value &then, const Value &otherwise)
{
    if (condition.is_true() || then.same(otherwise)) return then;
    if (condition.is_false()) return otherwise;
    auto is_zero = [](const Value &value) { return value.is_constant() && value.number() == 0; };
    if (then.kind == Value::BITS && otherwise.kind == Value::BITS && then.bits.size() == otherwise.bits.size()) {
        Bits bits(then.bits.size());
        for (size_t i = 0; i < bits.size(); i++) bits[i] = merge_bits(condition, then.bits[i], otherwise.bits[i]);
        return Value::of(std::move(bits));
    }
    if (then.kind == Value::POINTER && otherwise.kind == Value::POINTER) {
        Value value;
        value.kind = Value::POINTER;
        for (const Target &target : then.targets)
            value.targets.push_back({condition & target.guard, target.object, target.offset});
        for (const Target &target : otherwise.targets) {
            Bit guard = !condition & target.guard;
            bool known = false;
            for (Target &other : value.targets)
                if (other.object == target.object && other.offset == target.offset) other.guard |= guard, known = true;
            if (!known) value.targets.push_back({guard, target.object, target.offset});
        }
        return value;
    }
    if (then.kind == Value::LINEAR || otherwise.kind == Value::LINEAR) {
        static const Linear nothing;
        bool fits = (then.kind == Value::LINEAR || is_zero(then)) &&
                    (otherwise.kind == Value::LINEAR || is_zero(otherwise));
        if (!fits) return Value();
        const Linear &a = then.kind == Value::LINEAR ? *then.linear : nothing;
        const Linear &b = otherwise.kind == Value::LINEAR ? *otherwise.linear : nothing;
        Linear sum;
        for (auto &[number, in] : a) sum[number] = condition & in;
        for (auto &[number, in] : b) sum[number] |= !condition & in;
        return Value::sum(std::move(sum));
    }
    // The two cursors. The number 0 is treated as the distance of the first cursor from itself.
    Value a = then, b = otherwise;
    if (a.kind == Value::MOVES && is_zero(b)) b = Value::at(Value::MOVES, 0);
    if (b.kind == Value::MOVES && is_zero(a)) a = Value::at(Value::MOVES, 0);
    if (a.kind == b.kind && (a.kind == Value::CURSOR || a.kind == Value::BYTES || a.kind == Value::MOVES))
        return Value::at(a.kind, moves->either(condition, a.cursor, b.cursor));
    return Value();
}

std::shared_ptr<const Object> Machine::merge(Bit condition, const std::shared_ptr<const Object> &then,
                                             const std::shared_ptr<const Object> &otherwise)
{
    if (then == otherwise || condition.is_true()) return then;
    if (condition.is_false()) return otherwise;
    auto merged = std::make_shared<Object>();
    merged->bits.resize(then->bits.size());
    for (size_t i = 0; i < merged->bits.size(); i++)
        merged->bits[i] = merge_bits(condition, then->bits[i], otherwise->bits[i]);
    for (auto &[offset, value] : then->others) {
        auto other = otherwise->others.find(offset);
        if (other != otherwise->others.end()) merged->others[offset] = merge(condition, value, other->second);
    }
    // A variable may be a number on one path and something else on the other, such as the size of a list, or 0.
    for (const auto *side : {&then, &otherwise})
        for (auto &[offset, value] : (*side)->others) {
            bool is_then = side == &then;
            const Object &other = is_then ? *otherwise : *then;
            if (other.others.count(offset) || value.kind == Value::POINTER || value.kind == Value::CURSOR) continue;
            size_t width = value.kind == Value::MOVES ? 32 : 64;
            if (offset * 8 + width > other.bits.size()) continue;
            Value number = Value::of(Bits(other.bits.begin() + offset * 8, other.bits.begin() + offset * 8 + width));
            Value both = is_then ? merge(condition, value, number) : merge(condition, number, value);
            if (both.kind != Value::NOTHING) merged->others[offset] = both;
        }
    return merged;
}

Memory Machine::merge(Bit condition, const Memory &then, const Memory &otherwise)
{
    if (then.size() != otherwise.size()) throw std::runtime_error("paths with different variables meet");
    Memory merged(then.size());
    for (size_t i = 0; i < then.size(); i++) merged[i] = merge(condition, then[i], otherwise[i]);
    return merged;
}

int Machine::allocate(size_t bytes)
{
    auto object = std::make_shared<Object>();
    object->bits.assign(bytes * 8, Bit::undefined());
    if (unwritten_is_unknown)
        for (Bit &bit : object->bits) bit = Bit::input();
    memory.push_back(object);
    return int(memory.size()) - 1;
}

int Machine::allocate(const std::vector<uint8_t> &bytes)
{
    auto object = std::make_shared<Object>();
    object->bits.resize(bytes.size() * 8);
    for (size_t i = 0; i < object->bits.size(); i++) object->bits[i] = bool(bytes[i / 8] >> (i % 8) & 1);
    constants_.push_back(object);
    return -1 - int(constants_.size());
}

// Objects with numbers from -2 down are constant tables, which are the same on all paths.
std::shared_ptr<const Object> Machine::object(int number) const
{
    if (number <= -2) return constants_.at(size_t(-2 - number));
    if (number < 0) throw std::runtime_error("a null pointer is used");
    return memory.at(size_t(number));
}

Object &Machine::own(int number)
{
    if (number < 0) throw std::runtime_error("a constant is written to");
    auto &shared = memory.at(size_t(number));
    if (shared.use_count() > 1) shared = std::make_shared<Object>(*shared);
    return const_cast<Object &>(*shared);
}

void Machine::make_keys_linear()
{
    int table = table_object("pf_zobrist");
    const Bits &bits = object(table)->bits;
    for (size_t i = 32; i < bits.size(); i += 64) // PF_KEY_EP_BIT is 1 << 32
        if (!bits[i].is_false()) throw std::runtime_error("a random number has PF_KEY_EP_BIT");
    key_table = table;
}

Bits Machine::read(int number, int64_t offset, unsigned bits)
{
    auto from = object(number);
    if (offset < 0 || size_t(offset) * 8 + bits > from->bits.size()) {
        oblige(false, "a read outside an object");
        return Bits(bits);
    }
    return Bits(from->bits.begin() + offset * 8, from->bits.begin() + offset * 8 + bits);
}

void Machine::write(int number, int64_t offset, const Bits &bits)
{
    if (moves && number == list_object && offset * 8 + int64_t(bits.size()) > 32)
        throw std::runtime_error("the list is written to otherwise than at its cursors");
    Object &to = own(number);
    if (offset < 0 || size_t(offset) * 8 + bits.size() > to.bits.size())
        return oblige(false, "a write outside an object");
    std::copy(bits.begin(), bits.end(), to.bits.begin() + offset * 8);
    int64_t end = offset + int64_t(bits.size() + 7) / 8;
    for (auto at = to.others.lower_bound(offset - 7); at != to.others.end() && at->first < end;) {
        int64_t size = at->second.kind == Value::MOVES ? 4 : 8;
        at = at->first + size > offset ? to.others.erase(at) : std::next(at);
    }
}

Value Machine::load(const Value &pointer, unsigned width)
{
    if (pointer.kind != Value::POINTER) throw std::runtime_error("a read through something that is not a pointer");
    if (pointer.targets.size() == 1) {
        const Target &target = pointer.targets[0];
        auto from = object(target.object);
        auto other = from->others.find(target.offset);
        if (other != from->others.end()) {
            if (int64_t(width) != size_of(other->second))
                throw std::runtime_error("a part of a pointer or key is read");
            return other->second;
        }
        if (target.object != key_table || key_table == -1) return Value::of(read(target.object, target.offset, width));
    }
    if (key_table != -1 && !pointer.targets.empty() && pointer.targets[0].object == key_table) {
        Linear sum;
        for (const Target &target : pointer.targets) {
            if (target.object != key_table || target.offset % 8 || width != 64)
                throw std::runtime_error("an odd read of a random number");
            bool outside = target.offset < 0 || size_t(target.offset) * 8 >= object(key_table)->bits.size();
            oblige(Bit(!outside) | !target.guard, "a read outside an object");
            sum[unsigned(target.offset / 8)] |= target.guard;
        }
        return Value::sum(std::move(sum));
    }
    Bits bits(width);
    std::vector<std::pair<uint32_t, Bits>> parts;
    Bit saved = guard_;
    for (const Target &target : pointer.targets) {
        guard_ = saved & target.guard;
        if (guard_.is_false()) continue;
        Bits part = read(target.object, target.offset, width);
        for (unsigned i = 0; i < width; i++) bits[i] |= target.guard & part[i];
        parts.push_back({target.guard.literal(), std::move(part)});
    }
    guard_ = saved;
    for (unsigned i = 0; i < width; i++)
        for (auto &[guard, part] : parts)
            if (!bits[i].is_constant()) chosen_[bits[i].literal()][guard] = part[i];
    return Value::of(std::move(bits));
}

void Machine::store(const Value &pointer, const Value &value)
{
    if (pointer.kind == Value::CURSOR) {
        if (!value.is_bits() || value.bits.size() != 16) throw std::runtime_error("no move is written to the list");
        std::vector<std::pair<unsigned, Bit>> written;
        for (auto &[condition, move] : cases(value.bits)) written.push_back({unsigned(move), condition});
        moves->write(pointer.cursor, guard(), Moves::SINGLE, std::move(written));
        return;
    }
    if (pointer.kind != Value::POINTER) throw std::runtime_error("a write through something that is not a pointer");
    if (value.is_bits()) {
        Bits bits = value.bits;
        if (bits.size() % 8) bits.resize((bits.size() + 7) / 8 * 8);
        if (pointer.targets.size() == 1) return write(pointer.targets[0].object, pointer.targets[0].offset, bits);
        Bit saved = guard_;
        for (const Target &target : pointer.targets) {
            guard_ = saved & target.guard;
            if (guard_.is_false()) continue;
            Bits mixed = read(target.object, target.offset, unsigned(bits.size()));
            for (size_t i = 0; i < bits.size(); i++) {
                // For bits read through this pointer, the value under each guard is known, and only one of its guards
                // holds.
                Bit bit = bits[i];
                auto parts = chosen_.find(bit.literal());
                if (parts != chosen_.end()) {
                    auto part = parts->second.find(target.guard.literal());
                    if (part != parts->second.end()) bit = part->second;
                }
                mixed[i] = merge_bits(target.guard, bit, mixed[i]);
            }
            write(target.object, target.offset, mixed);
        }
        guard_ = saved;
        return;
    }
    if (pointer.targets.size() != 1) throw std::runtime_error("a pointer is stored in an unknown place");
    const Target &target = pointer.targets[0];
    write(target.object, target.offset, Bits(value.kind == Value::MOVES ? 32 : 64, Bit::undefined()));
    if (value.kind != Value::NOTHING) own(target.object).others[target.offset] = value;
}

void Machine::copy(const Value &to, const Value &from, uint64_t bytes)
{
    if (to.kind != Value::POINTER || from.kind != Value::POINTER || to.targets.size() != 1)
        throw std::runtime_error("a copy to an unknown place");
    if (from.targets.size() != 1) return store(to, load(from, unsigned(bytes * 8)));
    const Target &source = from.targets[0], &target = to.targets[0];
    auto object_from = object(source.object); // keeps it alive, in case both are the same
    write(target.object, target.offset, read(source.object, source.offset, unsigned(bytes * 8)));
    for (auto &[offset, value] : object_from->others)
        if (offset >= source.offset && offset < source.offset + int64_t(bytes)) {
            if (offset * 8 + size_of(value) > (source.offset + int64_t(bytes)) * 8)
                throw std::runtime_error("a part of a pointer or key is copied");
            own(target.object).others[target.offset + offset - source.offset] = value;
        }
}

void Machine::oblige(Bit condition, const std::string &what)
{
    Bit violated = guard() & !condition;
    if (!violated.is_false()) obligations.push_back({violated, what, 0});
}

static std::vector<uint32_t> key_of(const Bits &bits)
{
    size_t size = bits.size();
    while (size && bits[size - 1].is_false()) size--;
    std::vector<uint32_t> key(size);
    for (size_t i = 0; i < size; i++) key[i] = bits[i].literal();
    return key;
}

std::vector<std::pair<Bit, uint64_t>> Machine::cases(const Bits &bits)
{
    auto known = cases_.find(key_of(bits));
    if (known != cases_.end()) return known->second;
    std::vector<Bit> unknown; // the bits that differ; a number is often a small one with its highest bit repeated
    std::vector<std::pair<size_t, bool>> which(bits.size()); // for each bit: its index among these, and whether it is
                                                             // negated
    uint64_t base = 0;
    for (size_t i = 0; i < bits.size(); i++) {
        if (bits[i].is_true()) base |= uint64_t(1) << i;
        if (bits[i].is_constant()) continue;
        size_t at = 0;
        while (at < unknown.size() && unknown[at].node() != bits[i].node()) at++;
        if (at == unknown.size()) unknown.push_back(bits[i]);
        which[i] = {at, !unknown[at].same(bits[i])};
    }
    if (unknown.size() > 8) throw std::runtime_error("a number with too many values");
    std::vector<std::pair<Bit, uint64_t>> cases;
    for (unsigned choice = 0; choice < 1u << unknown.size(); choice++) {
        Bits conditions;
        uint64_t number = base;
        for (size_t i = 0; i < unknown.size(); i++) conditions.push_back(choice >> i & 1 ? unknown[i] : !unknown[i]);
        for (size_t i = 0; i < bits.size(); i++)
            if (!bits[i].is_constant() && bool(choice >> which[i].first & 1) != which[i].second)
                number |= uint64_t(1) << i;
        Bit condition = all(conditions);
        if (!condition.is_false()) cases.push_back({condition, number});
    }
    return cases;
}

Bits Machine::number_of_lowest(const Bits &bits, unsigned width)
{
    std::vector<std::pair<Bit, uint64_t>> cases;
    Bit none = true;
    for (size_t i = 0; i < bits.size() && !none.is_false(); i++) {
        Bit first = none & bits[i];
        if (!first.is_false()) cases.push_back({first, i});
        none = none & !bits[i];
    }
    Bits number(width);
    for (unsigned i = 0; i < width && i < 8; i++) {
        Bits those;
        for (auto &[condition, value] : cases)
            if (value >> i & 1) those.push_back(condition);
        number[i] = any(those);
    }
    if (!none.is_false()) { // in the remaining case all bits of the number are 0
        if (!cases.empty() && cases[0].second == 0)
            cases[0].first |= none;
        else
            cases.insert(cases.begin(), {none, 0});
    }
    if (!Value::of(number).is_constant()) cases_[key_of(number)] = cases;
    return number;
}

Bits Machine::add(const Bits &a, const Bits &b, Bit carry)
{
    Bits sum(a.size());
    for (size_t i = 0; i < a.size(); i++) {
        Bit half = a[i] ^ b[i];
        sum[i] = half ^ carry;
        carry = (a[i] & b[i]) | (half & carry);
    }
    return sum;
}

Bits Machine::count(const Bits &bits, unsigned width)
{
    std::vector<Bits> rows;
    for (Bit bit : bits)
        if (!bit.is_false()) {
            Bits row(width);
            row[0] = bit;
            rows.push_back(row);
        }
    if (rows.empty()) return Bits(width);
    while (rows.size() > 1) {
        std::vector<Bits> next;
        for (size_t i = 0; i < rows.size(); i += 2)
            next.push_back(i + 1 < rows.size() ? add(rows[i], rows[i + 1]) : rows[i]);
        rows = next;
    }
    return rows[0];
}
