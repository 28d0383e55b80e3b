// !and and !or stop at a left operand that decides.
class A<int x> {
  int a = !and(!ne(x, 0), !div(10, x));
  int o = !or(!sub(0, !eq(x, 0)), !div(10, x));
}
def zero : A<0>;
def two : A<2>;
