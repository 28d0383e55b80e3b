// One statement is refused by LLVM 19 alone, the other by LLVM 22 alone.
class Root;
class L : Root;
class R : Root;
def both : L, R;
def op;
def d { dag g = !setop((op 1), op); }
