// The intrinsics of all targets.

include "llvm/IR/Intrinsics.td"
