// What LLVM 19 alone refuses it says first if something else is refused as well.
class Root;
class L : Root;
class R : Root;
class Both : L, R;
def a : Missing;
