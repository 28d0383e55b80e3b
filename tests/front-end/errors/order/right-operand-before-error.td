// LLVM 22 does not look at the right operand.
class A<int x> { int a = !and(!ne(x, 0), !div(10, x)); }
def zero : A<0>;
def two : Missing;
