// Reads IR: functions, tables, and the blocks and loops of functions.
#include <stdexcept>

#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/SourceMgr.h>

#include "flow.h"
#include "machine.h"

void Program::load(const std::string &path)
{
    llvm::SMDiagnostic diagnostic;
    auto module = llvm::parseIRFile(path, diagnostic, context_);
    if (!module) throw std::runtime_error(path + ": " + diagnostic.getMessage().str());
    for (llvm::Function &function : *module) {
        if (function.isDeclaration()) continue;
        std::string name = function.getName().str();
        // Functions in headers are static, and the same in every file.
        if (!function.hasLocalLinkage() || !functions_.count(name)) functions_[name] = &function;
    }
    for (llvm::GlobalVariable &global : module->globals())
        if (global.hasInitializer() && !global.hasLocalLinkage()) globals_[global.getName().str()] = &global;
    modules_.push_back(std::move(module));
}

llvm::Function *Program::function(const std::string &name, const llvm::Module *from) const
{
    if (from) {
        llvm::Function *here = from->getFunction(name);
        if (here && !here->isDeclaration()) return here;
    }
    auto found = functions_.find(name);
    return found == functions_.end() ? nullptr : found->second;
}

const llvm::GlobalVariable *Program::global(const llvm::GlobalVariable *declared) const
{
    if (declared->hasInitializer()) return declared;
    auto found = globals_.find(declared->getName().str());
    if (found == globals_.end()) throw std::runtime_error("no table " + declared->getName().str());
    return found->second;
}

static void flatten(const llvm::Constant *constant, const llvm::DataLayout &layout, uint8_t *out)
{
    if (constant->isNullValue() || llvm::isa<llvm::UndefValue>(constant)) return;
    if (auto *number = llvm::dyn_cast<llvm::ConstantInt>(constant)) {
        uint64_t value = number->getZExtValue();
        for (unsigned i = 0; i < (number->getBitWidth() + 7) / 8; i++) out[i] = uint8_t(value >> (8 * i));
    } else if (auto *data = llvm::dyn_cast<llvm::ConstantDataSequential>(constant)) {
        uint64_t size = layout.getTypeAllocSize(data->getElementType());
        for (unsigned i = 0; i < data->getNumElements(); i++)
            flatten(data->getElementAsConstant(i), layout, out + i * size);
    } else if (auto *record = llvm::dyn_cast<llvm::ConstantStruct>(constant)) {
        const llvm::StructLayout *offsets = layout.getStructLayout(record->getType());
        for (unsigned i = 0; i < record->getNumOperands(); i++)
            flatten(record->getOperand(i), layout, out + offsets->getElementOffset(i));
    } else if (auto *array = llvm::dyn_cast<llvm::ConstantArray>(constant)) {
        uint64_t size = layout.getTypeAllocSize(array->getType()->getElementType());
        for (unsigned i = 0; i < array->getNumOperands(); i++) flatten(array->getOperand(i), layout, out + i * size);
    } else {
        throw std::runtime_error("a table with something else than numbers in it");
    }
}

const std::vector<uint8_t> &Program::bytes_of(const llvm::GlobalVariable *global)
{
    auto [at, is_new] = bytes_.try_emplace(global);
    if (is_new) {
        if (!global->isConstant()) throw std::runtime_error("a table that is not constant: " + global->getName().str());
        const llvm::DataLayout &layout = global->getParent()->getDataLayout();
        at->second.resize(layout.getTypeAllocSize(global->getValueType()));
        flatten(global->getInitializer(), layout, at->second.data());
    }
    return at->second;
}

const llvm::GlobalVariable *Program::table(const std::string &name) const
{
    auto found = globals_.find(name);
    if (found == globals_.end()) throw std::runtime_error("no table " + name);
    return found->second;
}

Flow::Flow(llvm::Function &function)
{
    // Finds the blocks in reverse postorder, and the edges that lead back to a block that is still being visited.
    std::map<llvm::BasicBlock *, int> state; // 1: being visited, 2: done
    std::map<llvm::BasicBlock *, std::vector<llvm::BasicBlock *>> back;
    std::function<void(llvm::BasicBlock *)> visit = [&](llvm::BasicBlock *block) {
        state[block] = 1;
        for (llvm::BasicBlock *next : llvm::successors(block)) {
            if (state[next] == 1) back[next].push_back(block);
            if (state[next] == 0) visit(next);
        }
        state[block] = 2;
        order.insert(order.begin(), block);
    };
    visit(&function.getEntryBlock());
    for (size_t i = 0; i < order.size(); i++) number[order[i]] = int(i);
    for (auto &[head, tails] : back) {
        std::vector<char> body(order.size());
        body[number[head]] = 1;
        std::vector<llvm::BasicBlock *> work = tails;
        while (!work.empty()) {
            llvm::BasicBlock *block = work.back();
            work.pop_back();
            if (body[number[block]]) continue;
            body[number[block]] = 1;
            for (llvm::BasicBlock *before : llvm::predecessors(block))
                if (number.count(before)) work.push_back(before);
        }
        if (body[0] && head != order[0]) throw std::runtime_error("a loop with two entries");
        loops[head] = body;
    }
    // A register must not be used outside the loop that sets it: only its value in the last iteration is known.
    for (auto &[head, body] : loops)
        for (llvm::BasicBlock *block : order)
            if (body[number[block]])
                for (llvm::Instruction &instruction : *block)
                    for (llvm::User *user : instruction.users()) {
                        auto *use = llvm::dyn_cast<llvm::Instruction>(user);
                        if (use && number.count(use->getParent()) && !body[number[use->getParent()]])
                            throw std::runtime_error("a register leaves its loop");
                    }
}
