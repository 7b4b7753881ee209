// The machine that executes functions, blocks, loops and instructions.
#include "machine.h"

#include <algorithm>
#include <stdexcept>

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/raw_ostream.h>

#include "flow.h"
#include "moves.h"

using llvm::dyn_cast;

struct Machine::Frame {
    llvm::Function *function;
    Flow *flow;
    std::map<const llvm::Value *, Value> registers;
    struct Return {
        Bit guard;
        Memory memory;
        Value value;
    };
    std::vector<Return> returns;
};

static std::runtime_error unsupported(const llvm::Value &value)
{
    std::string text;
    llvm::raw_string_ostream stream(text);
    value.print(stream);
    return std::runtime_error("not supported:" + stream.str());
}

std::set<std::string> *Machine::executed_functions, *Machine::executed_lines;
uint64_t Machine::executed;

// Of instructions, types and constants, but not of the numbers of registers and blocks.
uint64_t Machine::checksum(const llvm::BasicBlock &block)
{
    auto [at, is_new] = checksums_.try_emplace(&block, 0);
    if (!is_new) return at->second;
    std::string text;
    llvm::raw_string_ostream stream(text);
    for (const llvm::Instruction &instruction : block) {
        stream << instruction.getOpcodeName() << ' ' << *instruction.getType();
        if (auto *compare = dyn_cast<llvm::CmpInst>(&instruction)) stream << ' ' << compare->getPredicate();
        for (const llvm::Use &operand : instruction.operands())
            if (auto *constant = dyn_cast<llvm::Constant>(operand.get())) {
                if (constant->hasName())
                    stream << " @" << constant->getName();
                else
                    stream << ' ' << *constant;
            }
        stream << '\n';
    }
    at->second = std::hash<std::string>()(stream.str());
    return at->second;
}

static void note_line(const llvm::Instruction &instruction)
{
    const llvm::DebugLoc &where = instruction.getDebugLoc();
    if (!where || where.getLine() == 0) return;
    auto *scope = llvm::cast<llvm::DIScope>(where.getScope());
    Machine::executed_lines->insert(scope->getFilename().str() + ":" + std::to_string(where.getLine()));
}

Machine::Machine(Program &program) : program_(program)
{
}
Machine::~Machine() = default;

Value Machine::run(const std::string &name, std::vector<Value> arguments)
{
    llvm::Function *function = program_.function(name);
    if (!function) throw std::runtime_error("no function " + name);
    return call(function, std::move(arguments));
}

// ---- Where paths fork and join ----

// Given two guards that exclude each other: the simplest formula that tells which one holds, and the formula that one
// of them holds.
static std::pair<Bit, Bit> selector(Bit first, Bit second)
{
    if (first.same(!second)) return {second, true};
    if (!first.negated() && !second.negated() && first.node() && second.node() && !graph.is_input(first.node()) &&
        !graph.is_input(second.node())) {
        Graph::Node a = graph.nodes[first.node()], b = graph.nodes[second.node()];
        uint32_t as[2] = {a.left, a.right}, bs[2] = {b.left, b.right};
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++)
                if (as[i] == bs[j] && as[1 - i] == (bs[1 - j] ^ 1)) // x & y and x & !y
                    return {Bit::of_literal(bs[1 - j]), Bit::of_literal(as[i])};
    }
    return {second, first | second};
}

Machine::Edge Machine::join(Edges edges, std::vector<std::pair<llvm::BasicBlock *, Bit>> *selectors)
{
    Edge joined = std::move(edges.at(0));
    if (selectors) selectors->push_back({joined.from, true});
    for (size_t i = 1; i < edges.size(); i++) {
        auto [second, either] = selector(joined.guard, edges[i].guard);
        joined.memory = merge(second, edges[i].memory, joined.memory);
        joined.guard = either;
        if (selectors) selectors->push_back({edges[i].from, second});
    }
    return joined;
}

Value Machine::call(llvm::Function *function, std::vector<Value> arguments)
{
    auto contract = contracts.find(function->getName().str());
    if (contract != contracts.end()) return contract->second(*this, arguments);

    if (executed_functions)
        executed_functions->insert(function->getParent()->getSourceFileName() + ":" + function->getName().str());
    auto &flow = flows_[function];
    if (!flow) flow = std::make_unique<Flow>(*function);
    Frame frame{function, flow.get(), {}, {}};
    size_t mark = memory.size();
    for (unsigned i = 0; i < arguments.size(); i++) {
        if (function->getArg(i)->hasByValAttr()) {
            uint64_t size = function->getParent()->getDataLayout().getTypeAllocSize(function->getParamByValType(i));
            Value own_copy = Value::pointer(allocate(size));
            copy(own_copy, arguments[i], size);
            arguments[i] = own_copy;
        }
        frame.registers[function->getArg(i)] = arguments[i];
    }
    Bit saved_base = base_, saved_guard = guard_;
    base_ = base_ & guard_;
    std::vector<char> everything(flow->order.size(), 1);
    region(frame, everything, flow->order[0], {Edge{true, memory, nullptr}}, nullptr);
    base_ = saved_base, guard_ = saved_guard;

    if (frame.returns.empty()) throw std::runtime_error("no return from " + function->getName().str());
    Frame::Return result = std::move(frame.returns[0]);
    for (size_t i = 1; i < frame.returns.size(); i++) {
        Frame::Return &next = frame.returns[i];
        auto [second, either] = selector(result.guard, next.guard);
        result.memory = merge(second, next.memory, result.memory);
        result.value = merge(second, next.value, result.value);
        result.guard = either;
    }
    memory = std::move(result.memory);
    memory.resize(mark);
    return result.value;
}

// Executes the blocks, each once, starting at entry. Returns the edges that leave them or lead back to the head of the
// loop.
Machine::Exits Machine::region(Frame &frame, const std::vector<char> &blocks, llvm::BasicBlock *entry, Edges edges,
                               llvm::BasicBlock *loop_head)
{
    Flow &flow = *frame.flow;
    std::map<int, Edges> pending;
    pending[flow.number[entry]] = std::move(edges);
    Exits exits;
    while (!pending.empty()) { // the first block in order has received all its edges
        auto first = pending.begin();
        llvm::BasicBlock *at = flow.order[size_t(first->first)];
        Edges arriving = std::move(first->second);
        pending.erase(first);
        bool inner_loop = at != loop_head && flow.loops.count(at);
        for (auto &[to, edge] :
             inner_loop ? loop(frame, at, std::move(arriving)) : block(frame, at, std::move(arriving))) {
            if (edge.guard.is_false()) continue;
            int number = flow.number[to];
            if (to == loop_head || !blocks[size_t(number)])
                exits.push_back({to, std::move(edge)});
            else
                pending[number].push_back(std::move(edge));
        }
    }
    return exits;
}

// The variable that the head of a loop compares with 0, or nullptr.
static llvm::Value *looped_set(llvm::BasicBlock *head)
{
    auto *branch = dyn_cast<llvm::BranchInst>(head->getTerminator());
    if (!branch || !branch->isConditional()) return nullptr;
    auto *compare = dyn_cast<llvm::ICmpInst>(branch->getCondition());
    if (!compare || compare->getPredicate() != llvm::CmpInst::ICMP_NE) return nullptr;
    auto *zero = dyn_cast<llvm::ConstantInt>(compare->getOperand(1));
    auto *load = dyn_cast<llvm::LoadInst>(compare->getOperand(0));
    if (!zero || !zero->isZero() || !load || load->getParent() != head || compare->getParent() != head) return nullptr;
    return load->getPointerOperand();
}

Machine::Exits Machine::loop(Frame &frame, llvm::BasicBlock *head, Edges edges)
{
    const int most_rounds = 300;
    const std::vector<char> &body = frame.flow->loops[head];
    llvm::Value *set_variable = looped_set(head);
    Exits exits;
    Edge edge = join(std::move(edges), nullptr);
    for (llvm::Instruction &instruction : *head)
        if (llvm::isa<llvm::PHINode>(instruction)) throw unsupported(instruction); // there are none in unoptimised code
    for (int round = 0;; round++) {
        if (round == most_rounds) throw std::runtime_error("a loop that does not end");
        Edges back;
        Edges start;
        if (set_variable) {
            // Distinguishes two cases by the lowest unknown bit of the set, unless a lower bit is known to be set.
            memory = std::move(edge.memory);
            Value where = get(frame, set_variable);
            Value set = load(
                where,
                width_of(dyn_cast<llvm::LoadInst>(
                             dyn_cast<llvm::ICmpInst>(dyn_cast<llvm::BranchInst>(head->getTerminator())->getCondition())
                                 ->getOperand(0))
                             ->getType()));
            size_t lowest = 0;
            while (set.is_bits() && lowest < set.bits.size() && set.bits[lowest].is_false()) lowest++;
            if (set.is_bits() && lowest < set.bits.size() && !set.bits[lowest].is_true()) {
                Bit unknown = set.bits[lowest];
                Memory without = memory, with = std::move(memory);
                set.bits[lowest] = false;
                memory = std::move(without);
                store(where, set);
                Edge skip{edge.guard & !unknown, std::move(memory), nullptr};
                if (!skip.guard.is_false()) back.push_back(std::move(skip));
                set.bits[lowest] = true;
                memory = std::move(with);
                store(where, set);
                edge = Edge{edge.guard & unknown, std::move(memory), nullptr};
            } else {
                edge.memory = std::move(memory);
            }
        }
        if (!edge.guard.is_false()) {
            start.push_back(std::move(edge));
            for (auto &[to, leaving] : region(frame, body, head, std::move(start), head)) {
                if (to == head) {
                    leaving.from = nullptr;
                    back.push_back(std::move(leaving));
                } else {
                    exits.push_back({to, std::move(leaving)});
                }
            }
        }
        if (back.empty()) {
            // The latest exit comes first: anything written in an early iteration is the same in all later ones, and
            // merging it changes nothing.
            std::reverse(exits.begin(), exits.end());
            return exits;
        }
        edge = join(std::move(back), nullptr);
    }
}

Machine::Exits Machine::block(Frame &frame, llvm::BasicBlock *at, Edges edges)
{
    std::vector<std::pair<llvm::BasicBlock *, Bit>> selectors;
    Edge here = join(std::move(edges), &selectors);
    memory = std::move(here.memory);
    guard_ = here.guard;
    executed += checksum(*at);
    Exits exits;
    auto leave = [&](llvm::BasicBlock *to, Bit guard, bool last) {
        exits.push_back({to, Edge{guard, last ? std::move(memory) : memory, at}});
    };
    for (llvm::Instruction &instruction : *at) {
        steps++;
        if (executed_lines) note_line(instruction);
        if (auto *phi = dyn_cast<llvm::PHINode>(&instruction)) {
            Value value;
            bool first = true;
            for (auto &[from, selected] : selectors) {
                Value here_from = get(frame, phi->getIncomingValueForBlock(from));
                value = first ? here_from : merge(selected, here_from, value);
                first = false;
            }
            frame.registers[phi] = value;
        } else if (auto *branch = dyn_cast<llvm::BranchInst>(&instruction)) {
            if (branch->isUnconditional()) {
                leave(branch->getSuccessor(0), here.guard, true);
            } else {
                Value condition = get(frame, branch->getCondition());
                if (!condition.is_bits()) throw unsupported(instruction);
                Bit yes = condition.bits.at(0);
                if (yes.is_undefined()) throw unsupported(instruction);
                if (!yes.is_false()) leave(branch->getSuccessor(0), here.guard & yes, yes.is_true());
                if (!yes.is_true()) leave(branch->getSuccessor(1), here.guard & !yes, true);
            }
        } else if (auto *choice = dyn_cast<llvm::SwitchInst>(&instruction)) {
            Value value = get(frame, choice->getCondition());
            Bit rest = here.guard;
            for (auto &option : choice->cases()) {
                Bit equal = compare(llvm::CmpInst::ICMP_EQ, value, get(frame, option.getCaseValue())).bits[0];
                leave(option.getCaseSuccessor(), rest & equal, false);
                rest = rest & !equal;
            }
            leave(choice->getDefaultDest(), rest, true);
        } else if (auto *done = dyn_cast<llvm::ReturnInst>(&instruction)) {
            Value value = done->getReturnValue() ? get(frame, done->getReturnValue()) : Value();
            frame.returns.push_back({here.guard, std::move(memory), value});
        } else if (llvm::isa<llvm::UnreachableInst>(instruction)) {
            oblige(false, "code is reached that should not be");
        } else {
            execute(frame, instruction);
            guard_ = here.guard;
        }
    }
    return exits;
}

// ---- Instructions ----

unsigned Machine::width_of(llvm::Type *type) const
{
    static const llvm::DataLayout layout("e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128");
    if (type->isStructTy() || type->isArrayTy()) return unsigned(layout.getTypeAllocSizeInBits(type));
    return unsigned(layout.getTypeSizeInBits(type));
}

static const llvm::DataLayout &layout_of(Machine &, const llvm::Module *module)
{
    return module->getDataLayout();
}

int Machine::table_object(const llvm::GlobalVariable *global)
{
    auto [at, is_new] = global_objects_.try_emplace(global, 0);
    if (is_new) at->second = allocate(program_.bytes_of(global));
    return at->second;
}

int Machine::table_object(const std::string &name)
{
    return table_object(program_.table(name));
}

Value Machine::constant_pointer(llvm::Constant *constant)
{
    if (auto *global = dyn_cast<llvm::GlobalVariable>(constant))
        return Value::pointer(table_object(program_.global(global)));
    if (auto *cast = dyn_cast<llvm::BitCastOperator>(constant))
        return constant_pointer(llvm::cast<llvm::Constant>(cast->getOperand(0)));
    throw unsupported(*constant);
}

Value Machine::get(Frame &frame, llvm::Value *value)
{
    if (auto *number = dyn_cast<llvm::ConstantInt>(value)) {
        if (number->getBitWidth() > 64) throw unsupported(*value);
        return Value::constant(number->getZExtValue(), number->getBitWidth());
    }
    if (llvm::isa<llvm::ConstantPointerNull>(value)) return Value::pointer(-1);
    if (llvm::isa<llvm::UndefValue>(value)) return Value::of(Bits(width_of(value->getType()), Bit::undefined()));
    if (llvm::isa<llvm::ConstantAggregateZero>(value)) return Value::of(Bits(width_of(value->getType())));
    if (auto *data = dyn_cast<llvm::ConstantDataSequential>(value)) {
        Bits bits;
        for (unsigned i = 0; i < data->getNumElements(); i++)
            for (Bit bit :
                 Value::constant(data->getElementAsInteger(i), data->getElementType()->getIntegerBitWidth()).bits)
                bits.push_back(bit);
        return Value::of(bits);
    }
    if (auto *expression = dyn_cast<llvm::ConstantExpr>(value)) {
        if (expression->getOpcode() == llvm::Instruction::GetElementPtr) return element(frame, *expression);
        if (expression->getOpcode() == llvm::Instruction::BitCast) return get(frame, expression->getOperand(0));
        throw unsupported(*value);
    }
    if (auto *global = dyn_cast<llvm::GlobalVariable>(value)) return constant_pointer(global);
    auto found = frame.registers.find(value);
    if (found == frame.registers.end()) throw unsupported(*value);
    return found->second;
}

// The address of an element. An index that is not a constant produces one target for each of its possible values.
Value Machine::element(Frame &frame, llvm::User &gep)
{
    const llvm::DataLayout &layout = layout_of(*this, frame.function->getParent());
    Value base = get(frame, gep.getOperand(0));
    if (base.kind == Value::CURSOR) {
        if (llvm::cast<llvm::GEPOperator>(gep).hasAllZeroIndices()) return base;
        Value index = get(frame, gep.getOperand(1));
        bool next = gep.getNumOperands() == 2 && index.is_constant() && index.number() == 1;
        if (!next || !llvm::cast<llvm::GEPOperator>(gep).getSourceElementType()->isIntegerTy(16))
            throw unsupported(gep);
        return Value::at(Value::CURSOR, moves->advance(base.cursor, Moves::SINGLE));
    }
    if (base.kind != Value::POINTER) throw unsupported(gep);
    bool is_used = false; // to read, write, or go on from there
    for (llvm::User *user : gep.users()) {
        auto *store = dyn_cast<llvm::StoreInst>(user);
        is_used |= llvm::isa<llvm::LoadInst>(user) || llvm::isa<llvm::GEPOperator>(user) ||
                   (store && store->getPointerOperand() == &gep);
    }
    std::vector<std::pair<Bit, int64_t>> offsets = {{Bit(true), 0}};
    llvm::ArrayType *array = nullptr; // the type whose element the current index selects
    for (auto at = llvm::gep_type_begin(gep), end = llvm::gep_type_end(gep); at != end; ++at) {
        if (llvm::StructType *record = at.getStructTypeOrNull()) {
            auto field = llvm::cast<llvm::ConstantInt>(at.getOperand())->getZExtValue();
            for (auto &[guard, offset] : offsets)
                offset += int64_t(layout.getStructLayout(record)->getElementOffset(unsigned(field)));
            array = dyn_cast<llvm::ArrayType>(at.getIndexedType());
            continue;
        }
        int64_t size = int64_t(layout.getTypeAllocSize(at.getIndexedType()));
        Value index = get(frame, at.getOperand());
        if (!index.is_bits()) throw unsupported(gep);
        size_t width = index.bits.size();
        std::vector<std::pair<Bit, uint64_t>> values;
        if (index.is_constant())
            values.push_back({true, index.number()});
        else
            values = cases(index.bits);
        std::vector<std::pair<Bit, int64_t>> next;
        for (auto &[guard, offset] : offsets)
            for (auto &[condition, number] : values) {
                int64_t distance = int64_t(number << (64 - width)) >> (64 - width);
                // A pointer past the last element is permitted, but only a constant index ever produces one.
                bool past = array && uint64_t(distance) == array->getNumElements();
                bool outside = array && (distance < 0 || uint64_t(distance) > array->getNumElements() ||
                                         (past && (is_used || !index.is_constant())));
                Bit both = guard & condition;
                if (both.is_false()) continue;
                if (outside)
                    oblige(!both, "an index outside an array");
                else
                    next.push_back({both, offset + distance * size});
            }
        offsets = next;
        array = dyn_cast<llvm::ArrayType>(at.getIndexedType());
    }
    Value result;
    result.kind = Value::POINTER;
    for (const Target &target : base.targets)
        for (auto &[guard, offset] : offsets) {
            Bit both = target.guard & guard;
            if (!both.is_false()) result.targets.push_back({both, target.object, target.offset + offset});
        }
    if (moves && result.targets.size() == 1 && result.targets[0].object == list_object && result.targets[0].offset == 4)
        return Value::at(Value::CURSOR, 0); // list->moves
    return result;
}

Value Machine::call(Frame &frame, llvm::CallInst &call_instruction)
{
    llvm::Function *callee = call_instruction.getCalledFunction();
    if (!callee) throw unsupported(call_instruction);
    std::string name = callee->getName().str();
    std::vector<Value> arguments;
    if (name.rfind("llvm.lifetime", 0) == 0 || name.rfind("llvm.dbg", 0) == 0) return Value();
    for (auto &argument : call_instruction.args()) arguments.push_back(get(frame, argument));
    if (name.rfind("llvm.", 0) == 0) return intrinsic(call_instruction, name, arguments);
    llvm::Function *function = program_.function(name, frame.function->getParent());
    if (!function) {
        auto contract = contracts.find(name);
        if (contract == contracts.end()) throw std::runtime_error("a call of the unknown function " + name);
        return contract->second(*this, arguments);
    }
    return call(function, std::move(arguments));
}

void Machine::execute(Frame &frame, llvm::Instruction &instruction)
{
    auto operand = [&](unsigned i) { return get(frame, instruction.getOperand(i)); };
    auto bits = [&](unsigned i) {
        Value value = operand(i);
        if (!value.is_bits()) throw unsupported(instruction);
        return value.bits;
    };
    const llvm::DataLayout &layout = layout_of(*this, instruction.getModule());
    Value result;
    switch (instruction.getOpcode()) {
    case llvm::Instruction::Alloca: {
        auto &variable = llvm::cast<llvm::AllocaInst>(instruction);
        if (variable.isArrayAllocation()) throw unsupported(instruction);
        result = Value::pointer(allocate(layout.getTypeAllocSize(variable.getAllocatedType())));
        break;
    }
    case llvm::Instruction::Load: {
        result = load(operand(0), (width_of(instruction.getType()) + 7) / 8 * 8);
        if (result.is_bits()) result.bits.resize(width_of(instruction.getType()));
        break;
    }
    case llvm::Instruction::Store: store(operand(1), operand(0)); break;
    case llvm::Instruction::GetElementPtr: result = element(frame, instruction); break;
    case llvm::Instruction::Call: result = call(frame, llvm::cast<llvm::CallInst>(instruction)); break;
    case llvm::Instruction::ICmp:
        if (instruction.getOperand(0)->getType()->isVectorTy()) throw unsupported(instruction);
        result = compare(llvm::cast<llvm::ICmpInst>(instruction).getPredicate(), operand(0), operand(1));
        break;
    case llvm::Instruction::Select: {
        if (instruction.getOperand(0)->getType()->isVectorTy()) throw unsupported(instruction);
        result = merge(bits(0).at(0), operand(1), operand(2));
        break;
    }
    case llvm::Instruction::ZExt:
    case llvm::Instruction::SExt: {
        Bits extended = bits(0);
        unsigned lanes = 1;
        if (auto *vector = dyn_cast<llvm::FixedVectorType>(instruction.getType())) lanes = vector->getNumElements();
        size_t narrow = extended.size() / lanes, wide = width_of(instruction.getType()) / lanes;
        Bits all_lanes;
        for (unsigned lane = 0; lane < lanes; lane++)
            for (size_t i = 0; i < wide; i++)
                all_lanes.push_back(i < narrow ? extended[lane * narrow + i]
                                    : instruction.getOpcode() == llvm::Instruction::SExt
                                        ? extended[lane * narrow + narrow - 1]
                                        : Bit(false));
        result = Value::of(all_lanes);
        break;
    }
    case llvm::Instruction::Trunc: {
        result = operand(0);
        if (result.kind == Value::MOVES) break; // the number fits: a list is much shorter
        if (!result.is_bits() || instruction.getType()->isVectorTy()) throw unsupported(instruction);
        result.bits.resize(width_of(instruction.getType()));
        break;
    }
    case llvm::Instruction::BitCast: result = operand(0); break;
    case llvm::Instruction::Freeze: result = operand(0); break;
    case llvm::Instruction::PtrToInt: {
        Value pointer = operand(0);
        if (pointer.kind != Value::CURSOR) throw unsupported(instruction);
        result = Value::at(Value::BYTES, pointer.cursor);
        break;
    }
    case llvm::Instruction::ExtractValue: {
        auto &extract = llvm::cast<llvm::ExtractValueInst>(instruction);
        auto *record = llvm::cast<llvm::StructType>(extract.getAggregateOperand()->getType());
        if (extract.getNumIndices() != 1) throw unsupported(instruction);
        unsigned field = extract.getIndices()[0];
        size_t offset = layout.getStructLayout(record)->getElementOffsetInBits(field);
        Bits whole = bits(0);
        result = Value::of(
            Bits(whole.begin() + offset, whole.begin() + offset + width_of(record->getElementType(field))));
        break;
    }
    case llvm::Instruction::InsertValue: {
        auto &insert = llvm::cast<llvm::InsertValueInst>(instruction);
        auto *record = llvm::cast<llvm::StructType>(insert.getType());
        if (insert.getNumIndices() != 1) throw unsupported(instruction);
        size_t offset = layout.getStructLayout(record)->getElementOffsetInBits(insert.getIndices()[0]);
        Bits whole = bits(0), part = bits(1);
        std::copy(part.begin(), part.end(), whole.begin() + offset);
        result = Value::of(whole);
        break;
    }
    case llvm::Instruction::ExtractElement: {
        Value index = operand(1);
        Bits whole = bits(0);
        size_t width = width_of(instruction.getType());
        size_t at = index.number() * width;
        if (at + width > whole.size()) throw unsupported(instruction);
        result = Value::of(Bits(whole.begin() + at, whole.begin() + at + width));
        break;
    }
    case llvm::Instruction::InsertElement: {
        Bits whole = bits(0), part = bits(1);
        size_t at = operand(2).number() * part.size();
        if (at + part.size() > whole.size()) throw unsupported(instruction);
        std::copy(part.begin(), part.end(), whole.begin() + at);
        result = Value::of(whole);
        break;
    }
    case llvm::Instruction::ShuffleVector: {
        auto &shuffle = llvm::cast<llvm::ShuffleVectorInst>(instruction);
        Bits both = bits(0), second = bits(1), shuffled;
        both.insert(both.end(), second.begin(), second.end());
        size_t width = width_of(llvm::cast<llvm::VectorType>(instruction.getType())->getElementType());
        for (int lane : shuffle.getShuffleMask())
            for (size_t i = 0; i < width; i++)
                shuffled.push_back(lane < 0 ? Bit::undefined() : both[size_t(lane) * width + i]);
        result = Value::of(shuffled);
        break;
    }
    default:
        if (auto *operation = dyn_cast<llvm::BinaryOperator>(&instruction))
            result = binary(*operation, operand(0), operand(1));
        else
            throw unsupported(instruction);
    }
    if (!instruction.getType()->isVoidTy()) frame.registers[&instruction] = std::move(result);
}
