// LLVM 19 has read the operator when it complains of the type; LLVM 22 knows it.
def a { int x = !getdagopname(1); int y = ; }
