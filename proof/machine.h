// Symbolic execution of unoptimised LLVM IR. Values are formulas; where paths meet, memory is merged by if-then-else.
//
// A loop over the squares of a set is not unrolled as written. At its head the machine distinguishes two cases, by the
// lowest bit of the set that is not known: if it is set, the body is executed once, with a constant square; if it is
// not, the state is unchanged. Then both are merged. Case distinctions are always sound, so nothing here depends on the
// form of the loop: a body that does something unexpected is executed like any other code.
//
// The machine throws an exception for anything that it does not support; nothing is skipped. Behaviour that the C
// standard leaves undefined becomes an obligation, which has to be proved impossible.
#ifndef PROOF_MACHINE_H
#define PROOF_MACHINE_H

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "graph.h"

struct Target { // the target of a pointer, if the guard holds
    Bit guard;
    int object;
    int64_t offset;
    bool operator==(const Target &o) const { return guard.same(o.guard) && object == o.object && offset == o.offset; }
};

// A Zobrist key: the exclusive or of random numbers, each of which is included or not, and of PF_KEY_EP_BIT, which is
// in no other number.
using Linear = std::map<unsigned, Bit>; // index of the number in pf_zobrist -> whether it is included
const unsigned KEY_EP_BIT = UINT32_MAX; // the index used for PF_KEY_EP_BIT

struct Value {
    enum Kind {
        NOTHING, // never written, or incompatible values on different paths
        BITS,
        POINTER,
        CURSOR, // a pointer into the list of moves; see moves.h
        BYTES,  // the distance of a cursor from the first one, in bytes
        MOVES,  // the same distance in moves
        LINEAR
    };
    Kind kind = NOTHING;
    Bits bits;
    std::vector<Target> targets;
    int cursor = 0;
    std::shared_ptr<const Linear> linear;

    static Value of(Bits bits)
    {
        Value v;
        v.kind = BITS;
        v.bits = std::move(bits);
        return v;
    }
    static Value of(Bit bit) { return of(Bits{bit}); }
    static Value constant(uint64_t number, unsigned width);
    static Value pointer(int object, int64_t offset = 0);
    static Value at(Kind kind, int cursor)
    {
        Value v;
        v.kind = kind;
        v.cursor = cursor;
        return v;
    }
    static Value sum(Linear linear);

    bool is_bits() const { return kind == BITS; }
    bool is_constant() const;
    uint64_t number() const; // for a constant of at most 64 bits
    // What this pointer points to the beginning of. An exception if that depends on the position: contracts need one.
    int object() const;
    bool same(const Value &other) const;
};

// The bytes of a variable. Pointers and similar values are stored separately; their bytes are undefined.
struct Object {
    Bits bits;
    std::map<int64_t, Value> others; // indexed by offset
};
using Memory = std::vector<std::shared_ptr<const Object>>; // indexed by the number of the object; copied on every fork

// Files of IR that call each other's functions.
class Program
{
public:
    void load(const std::string &path);
    llvm::Function *function(const std::string &name, const llvm::Module *from = nullptr) const;
    const llvm::GlobalVariable *global(const llvm::GlobalVariable *declared) const;
    const std::vector<uint8_t> &bytes_of(const llvm::GlobalVariable *global); // for a constant table
    const llvm::GlobalVariable *table(const std::string &name) const;

private:
    llvm::LLVMContext context_;
    std::vector<std::unique_ptr<llvm::Module>> modules_;
    std::map<std::string, llvm::Function *> functions_; // functions with a body that have external linkage or a unique
                                                        // name
    std::map<std::string, const llvm::GlobalVariable *> globals_;
    std::map<const llvm::GlobalVariable *, std::vector<uint8_t>> bytes_;
};

struct Flow; // the blocks and loops of a function

struct Obligation {
    Bit violated;
    std::string what;
    unsigned move = 0; // the move that it is about, or 0
};

class Moves;

class Machine
{
public:
    using Contract = std::function<Value(Machine &, std::vector<Value> &)>;

    explicit Machine(Program &program);
    ~Machine();

    Memory memory;
    std::vector<Obligation> obligations;       // ways in which the C standard or a contract could be violated
    std::map<std::string, Contract> contracts; // functions that are not executed, and their replacements
    Moves *moves = nullptr;                    // the list that is being written, if any
    int list_object = -1;
    bool unwritten_is_unknown = false; // new variables may have any values; otherwise it is an error to read them
                                       // before they are written
    int key_table = -1;                // the object of pf_zobrist, if keys are represented as sums of its numbers
    uint64_t steps = 0;

    int allocate(size_t bytes); // a new object whose content is undefined
    int allocate(const std::vector<uint8_t> &bytes);
    Value run(const std::string &function, std::vector<Value> arguments);
    // What machines execute, if anybody wants to know: functions, as "file:name", and lines, if the IR has them.
    static std::set<std::string> *executed_functions, *executed_lines;
    static uint64_t executed; // a checksum of all instructions that were executed, in any order

    Value load(const Value &pointer, unsigned bits);
    void store(const Value &pointer, const Value &value);
    Bits read(int object, int64_t offset, unsigned bits);
    void write(int object, int64_t offset, const Bits &bits);

    int table_object(const std::string &name); // of a constant table
    void make_keys_linear();

    Bit guard() const { return base_ & guard_; } // the condition under which the current code is executed
    void assume_reached_if(Bit guard) { base_ = guard; }
    void oblige(Bit condition, const std::string &what);

    Value merge(Bit condition, const Value &then, const Value &otherwise);
    // All possible values of a number, each with its guard.
    std::vector<std::pair<Bit, uint64_t>> cases(const Bits &bits);
    Bits number_of_lowest(const Bits &bits, unsigned width);
    static Bits add(const Bits &a, const Bits &b, Bit carry = false);
    Bits count(const Bits &bits, unsigned width);
    Value multiply(const Value &a, const Value &b, unsigned width);

private:
    struct Edge {
        Bit guard;
        Memory memory;
        llvm::BasicBlock *from;
    };
    struct Frame;
    using Edges = std::vector<Edge>;
    using Exits = std::vector<std::pair<llvm::BasicBlock *, Edge>>;

    Program &program_;
    std::map<llvm::Function *, std::unique_ptr<Flow>> flows_;
    std::map<const llvm::BasicBlock *, uint64_t> checksums_;
    std::map<const llvm::GlobalVariable *, int> global_objects_;
    std::map<std::vector<uint32_t>, std::vector<std::pair<Bit, uint64_t>>> cases_;
    Memory constants_;
    // For a bit that was read from one of several objects: its value in each of them, by the literal of the guard.
    std::unordered_map<uint32_t, std::map<uint32_t, Bit>> chosen_;
    Bit base_ = true, guard_ = true;

    Value call(llvm::Function *function, std::vector<Value> arguments);
    Exits region(Frame &frame, const std::vector<char> &blocks, llvm::BasicBlock *entry, Edges edges,
                 llvm::BasicBlock *loop_head);
    Exits loop(Frame &frame, llvm::BasicBlock *head, Edges edges);
    Exits block(Frame &frame, llvm::BasicBlock *block, Edges edges);
    Edge join(Edges edges, std::vector<std::pair<llvm::BasicBlock *, Bit>> *selectors);
    Memory merge(Bit condition, const Memory &then, const Memory &otherwise);
    std::shared_ptr<const Object> merge(Bit condition, const std::shared_ptr<const Object> &then,
                                        const std::shared_ptr<const Object> &otherwise);

    uint64_t checksum(const llvm::BasicBlock &block);
    Value get(Frame &frame, llvm::Value *value);
    int table_object(const llvm::GlobalVariable *global);
    Value constant_pointer(llvm::Constant *constant);
    void execute(Frame &frame, llvm::Instruction &instruction);
    Value binary(llvm::BinaryOperator &instruction, const Value &a, const Value &b);
    Value arithmetic(unsigned opcode, const Value &a, const Value &b, unsigned width);
    Value shift(unsigned opcode, const Value &a, const Value &b, unsigned width);
    Value divide(unsigned opcode, const Value &a, const Value &b, unsigned width);
    Value compare(unsigned predicate, const Value &a, const Value &b);
    Value element(Frame &frame, llvm::User &gep);
    Value call(Frame &frame, llvm::CallInst &call);
    Value intrinsic(llvm::CallInst &call, const std::string &name, std::vector<Value> &arguments);
    Value vector_intrinsic(llvm::CallInst &call, const std::string &name, std::vector<Value> &arguments);
    void copy(const Value &to, const Value &from, uint64_t bytes);
    std::shared_ptr<const Object> object(int number) const;
    Object &own(int number);
    unsigned width_of(llvm::Type *type) const;
};

std::vector<std::string> unsupported_functions();

#endif
