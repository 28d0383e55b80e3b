// Attributes of functions, parameters and results.

include "llvm/IR/Attributes.td"
