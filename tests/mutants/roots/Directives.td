// The directives and clauses of OpenMP, which use all that the headers describe.

include "llvm/Frontend/OpenMP/OMP.td"
