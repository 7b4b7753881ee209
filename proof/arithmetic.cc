// Operations on numbers, and the intrinsic functions of LLVM.
#include <stdexcept>

#include <llvm/IR/Operator.h>

#include "machine.h"
#include "moves.h"

using llvm::Instruction;

Value Machine::binary(llvm::BinaryOperator &instruction, const Value &a, const Value &b)
{
    unsigned opcode = instruction.getOpcode();
    if (a.kind == Value::BYTES || a.kind == Value::MOVES) {
        if (opcode == Instruction::Sub && b.kind == Value::BYTES && b.cursor == 0) return a;
        if (opcode == Instruction::SDiv && a.kind == Value::BYTES && b.is_constant() && b.number() == 2)
            return Value::at(Value::MOVES, a.cursor);
        throw std::runtime_error("arithmetic with a place in the list");
    }
    if (a.kind == Value::LINEAR && b.is_constant() && b.number() == uint64_t(1) << 32) { // PF_KEY_EP_BIT
        Linear sum = *a.linear;
        if (opcode == Instruction::And) {
            Bits bits(64);
            bits[32] = sum[KEY_EP_BIT];
            return Value::of(bits);
        }
        if (opcode != Instruction::Or) throw std::runtime_error("arithmetic with a key");
        sum[KEY_EP_BIT] = true;
        return Value::sum(std::move(sum));
    }
    if (a.kind == Value::LINEAR || b.kind == Value::LINEAR) {
        if (opcode != Instruction::Xor) throw std::runtime_error("arithmetic with a key");
        auto linear = [](const Value &value) -> Linear {
            if (value.kind == Value::LINEAR) return *value.linear;
            if (value.is_constant() && value.number() == 0) return {};
            throw std::runtime_error("arithmetic with a key and a number");
        };
        Linear sum = linear(a);
        for (auto &[number, in] : linear(b)) sum[number] = sum[number] ^ in;
        return Value::sum(std::move(sum));
    }
    if (!a.is_bits() || !b.is_bits()) throw std::runtime_error("arithmetic with a pointer");
    unsigned lanes = 1;
    if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType())) lanes = vector->getNumElements();
    unsigned width = unsigned(a.bits.size()) / lanes;
    if (lanes == 1) {
        auto *overflowing = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&instruction);
        if (overflowing && overflowing->hasNoSignedWrap() && opcode != Instruction::Shl) {
            // The operation is also computed with twice the width; the result must be the same number.
            auto wide = [&](const Value &value) {
                Bits bits = value.bits;
                bits.resize(2 * width, value.bits[width - 1]);
                return Value::of(bits);
            };
            Value exact = arithmetic(opcode, wide(a), wide(b), 2 * width);
            Bits differs;
            for (unsigned i = width; i < 2 * width; i++) differs.push_back(exact.bits[i] ^ exact.bits[width - 1]);
            oblige(!any(differs), "signed overflow");
        }
        return arithmetic(opcode, a, b, width);
    }
    Bits result;
    for (unsigned lane = 0; lane < lanes; lane++) {
        auto part = [&](const Value &value) {
            return Value::of(Bits(value.bits.begin() + lane * width, value.bits.begin() + (lane + 1) * width));
        };
        Bits bits = arithmetic(opcode, part(a), part(b), width).bits;
        result.insert(result.end(), bits.begin(), bits.end());
    }
    return Value::of(result);
}

Value Machine::arithmetic(unsigned opcode, const Value &a, const Value &b, unsigned width)
{
    Bits result(width);
    switch (opcode) {
    case Instruction::And:
        for (unsigned i = 0; i < width; i++) result[i] = a.bits[i] & b.bits[i];
        return Value::of(result);
    case Instruction::Or:
        for (unsigned i = 0; i < width; i++) result[i] = a.bits[i] | b.bits[i];
        return Value::of(result);
    case Instruction::Xor:
        for (unsigned i = 0; i < width; i++) result[i] = a.bits[i] ^ b.bits[i];
        return Value::of(result);
    case Instruction::Add: return Value::of(add(a.bits, b.bits));
    case Instruction::Sub: {
        Bits negated(width);
        for (unsigned i = 0; i < width; i++) negated[i] = !b.bits[i];
        return Value::of(add(a.bits, negated, true));
    }
    case Instruction::Mul: return multiply(a, b, width);
    case Instruction::Shl:
    case Instruction::LShr:
    case Instruction::AShr: return shift(opcode, a, b, width);
    default: return divide(opcode, a, b, width);
    }
}

Value Machine::multiply(const Value &a, const Value &b, unsigned width)
{
    if (a.is_constant() && !b.is_constant()) return multiply(b, a, width);
    if (!b.is_constant()) throw std::runtime_error("a product of two unknown numbers");
    Bits product(width);
    for (unsigned i = 0; i < width; i++) {
        if (!b.bits[i].is_true()) continue;
        Bits shifted(width);
        for (unsigned j = i; j < width; j++) shifted[j] = a.bits[j - i];
        product = add(product, shifted);
    }
    return Value::of(product);
}

Value Machine::shift(unsigned opcode, const Value &a, const Value &b, unsigned width)
{
    Bits bits = a.bits;
    Bit fill = opcode == Instruction::AShr ? bits[width - 1] : Bit(false);
    auto moved = [&](const Bits &from, uint64_t by) {
        Bits to(width);
        for (unsigned i = 0; i < width; i++) {
            if (opcode == Instruction::Shl)
                to[i] = i >= by ? from[i - by] : Bit(false);
            else
                to[i] = i + by < width ? from[i + by] : fill;
        }
        return to;
    };
    Bits too_far;
    for (unsigned i = 0; i < width; i++)
        if (uint64_t(1) << (i < 32 ? i : 32) >= width) too_far.push_back(b.bits[i]);
    oblige(!any(too_far), "a shift by more than the width");
    for (unsigned i = 0; i < width && uint64_t(1) << i < width; i++) {
        if (b.bits[i].is_false()) continue;
        Bits by = moved(bits, uint64_t(1) << i);
        for (unsigned j = 0; j < width; j++) bits[j] = choose(b.bits[i], by[j], bits[j]);
    }
    return Value::of(bits);
}

Value Machine::divide(unsigned opcode, const Value &a, const Value &b, unsigned width)
{
    if (width > 64 || !b.is_constant() || b.number() == 0) throw std::runtime_error("a division by an unknown number");
    uint64_t by = b.number();
    if (!a.is_constant()) {
        // The divisor must be a power of two, and the dividend must not be negative.
        if (by & (by - 1)) throw std::runtime_error("a division by a number that is not a power of two");
        if (opcode == Instruction::SDiv || opcode == Instruction::SRem)
            oblige(!a.bits[width - 1], "a division of a negative number");
        unsigned log = 0;
        while (by >> log > 1) log++;
        Bits result(width);
        for (unsigned i = 0; i < width; i++) {
            if (opcode == Instruction::UDiv || opcode == Instruction::SDiv)
                result[i] = i + log < width ? a.bits[i + log] : Bit(false);
            else
                result[i] = i < log ? a.bits[i] : Bit(false);
        }
        return Value::of(result);
    }
    uint64_t n = a.number();
    int64_t sn = int64_t(n << (64 - width)) >> (64 - width), sby = int64_t(by << (64 - width)) >> (64 - width);
    switch (opcode) {
    case Instruction::UDiv: return Value::constant(n / by, width);
    case Instruction::URem: return Value::constant(n % by, width);
    case Instruction::SDiv: return Value::constant(uint64_t(sn / sby), width);
    case Instruction::SRem: return Value::constant(uint64_t(sn % sby), width);
    default: throw std::runtime_error("an unknown operation");
    }
}

Value Machine::compare(unsigned predicate, const Value &a, const Value &b)
{
    using llvm::CmpInst;
    if (a.kind == Value::POINTER && b.kind == Value::POINTER) {
        if (predicate != CmpInst::ICMP_EQ && predicate != CmpInst::ICMP_NE)
            throw std::runtime_error("an order of pointers");
        Bit equal = false;
        for (const Target &x : a.targets)
            for (const Target &y : b.targets)
                if (x.object == y.object && x.offset == y.offset) equal |= x.guard & y.guard;
        return Value::of(predicate == CmpInst::ICMP_EQ ? equal : !equal);
    }
    if (!a.is_bits() || !b.is_bits()) throw std::runtime_error("a comparison with something that is not a number");
    size_t width = a.bits.size();
    if (predicate == CmpInst::ICMP_EQ || predicate == CmpInst::ICMP_NE) {
        Bits differences;
        for (size_t i = 0; i < width; i++) {
            Bit difference = a.bits[i] ^ b.bits[i];
            if (!difference.is_false()) differences.push_back(difference);
        }
        Bit differs = any(differences);
        return Value::of(predicate == CmpInst::ICMP_NE ? differs : !differs);
    }
    Bits x = a.bits, y = b.bits;
    if (CmpInst::isSigned(CmpInst::Predicate(predicate))) x[width - 1] = !x[width - 1], y[width - 1] = !y[width - 1];
    bool swapped = predicate == CmpInst::ICMP_UGT || predicate == CmpInst::ICMP_SGT || predicate == CmpInst::ICMP_ULE ||
                   predicate == CmpInst::ICMP_SLE;
    if (swapped) std::swap(x, y);
    Bit less = false;
    for (size_t i = 0; i < width; i++) less = choose(x[i] ^ y[i], y[i], less);
    bool strict = predicate == CmpInst::ICMP_ULT || predicate == CmpInst::ICMP_UGT || predicate == CmpInst::ICMP_SLT ||
                  predicate == CmpInst::ICMP_SGT;
    return Value::of(strict ? less : !less);
}

Value Machine::intrinsic(llvm::CallInst &call, const std::string &name, std::vector<Value> &arguments)
{
    auto starts = [&](const char *prefix) { return name.rfind(prefix, 0) == 0; };
    if (starts("llvm.expect")) return arguments[0];
    if (starts("llvm.memcpy") || starts("llvm.memmove")) {
        copy(arguments[0], arguments[1], arguments[2].number());
        return Value();
    }
    if (starts("llvm.memset")) {
        Bits bits;
        for (uint64_t i = 0; i < arguments[2].number(); i++)
            bits.insert(bits.end(), arguments[1].bits.begin(), arguments[1].bits.end());
        store(arguments[0], Value::of(bits));
        return Value();
    }
    if (call.getType()->isVectorTy() || starts("llvm.x86")) return vector_intrinsic(call, name, arguments);
    Bits bits = arguments.at(0).bits;
    unsigned width = unsigned(bits.size());
    if (starts("llvm.cttz") || starts("llvm.ctlz")) {
        if (starts("llvm.ctlz")) bits = Bits(bits.rbegin(), bits.rend());
        Bits number = number_of_lowest(bits, width);
        if (arguments[1].number()) {
            oblige(any(bits), "the lowest bit of an empty set");
        } else { // the width, if no bit is set
            Bit none = !any(bits);
            for (unsigned i = 0; i < width; i++)
                if (width >> i & 1) number[i] |= none;
        }
        return Value::of(number);
    }
    if (starts("llvm.ctpop")) return Value::of(count(bits, width));
    if (starts("llvm.bswap")) {
        Bits swapped(width);
        for (unsigned i = 0; i < width; i++) swapped[i] = bits[width - 8 - i / 8 * 8 + i % 8];
        return Value::of(swapped);
    }
    throw std::runtime_error("an unknown function " + name);
}

// Contracts of the x86-64 instructions that the library uses through intrinsics.
Value Machine::vector_intrinsic(llvm::CallInst &call, const std::string &name, std::vector<Value> &arguments)
{
    (void)call;
    if (name.rfind("llvm.x86.bmi.pext", 0) == 0) {
        // The bits selected by the mask, packed together. With a constant mask this only renames bits.
        if (!arguments[1].is_constant()) throw std::runtime_error("PEXT with an unknown mask");
        Bits chosen;
        for (size_t i = 0; i < arguments[0].bits.size(); i++)
            if (arguments[1].bits[i].is_true()) chosen.push_back(arguments[0].bits[i]);
        chosen.resize(arguments[0].bits.size());
        return Value::of(chosen);
    }
    Bits a = arguments.at(0).bits;
    auto number_at_end = [&](const char *text) { return name.find(text) != std::string::npos; };
    if (name.rfind("llvm.x86.avx512.mask.compress", 0) == 0) {
        // The elements that the mask selects, packed together; after them come those of the second operand, which is 0.
        Bits mask = arguments.at(2).bits;
        size_t lanes = mask.size(), width = a.size() / lanes;
        for (Bit bit : arguments.at(1).bits)
            if (!bit.is_false()) throw std::runtime_error("compression into something");
        Bits compressed(a.size()), chosen(lanes + 1); // chosen[i]: exactly i of the lanes so far are selected
        chosen[0] = true;
        for (size_t lane = 0; lane < lanes; lane++) {
            for (size_t to = 0; to <= lane; to++) {
                Bit here = mask[lane] & chosen[to];
                for (size_t i = 0; i < width; i++) compressed[to * width + i] |= here & a[lane * width + i];
            }
            for (size_t i = lane + 1; i > 0; i--) chosen[i] = choose(mask[lane], chosen[i - 1], chosen[i]);
            chosen[0] = chosen[0] & !mask[lane];
        }
        return Value::of(compressed);
    }
    if (number_at_end("pslli.w") || number_at_end("pslli.d")) { // each element is shifted left
        size_t width = number_at_end("pslli.w") ? 16 : 32, by = size_t(arguments.at(1).number());
        Bits shifted(a.size());
        for (size_t i = 0; i < a.size(); i++)
            if (i % width >= by) shifted[i] = a[i - by];
        return Value::of(shifted);
    }
    throw std::runtime_error("an unknown instruction " + name);
}
