// The blocks of a function in an order in which they can be executed, and the loops of the function.
#ifndef PROOF_FLOW_H
#define PROOF_FLOW_H

#include <functional>
#include <map>
#include <vector>

#include <llvm/IR/Function.h>

struct Flow {
    explicit Flow(llvm::Function &function);
    std::vector<llvm::BasicBlock *> order;
    std::map<llvm::BasicBlock *, int> number;
    std::map<llvm::BasicBlock *, std::vector<char>> loops; // head of a loop -> whether each block is in the loop
};

#endif
