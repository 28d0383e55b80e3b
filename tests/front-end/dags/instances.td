// Class instances as operators and arguments.
class Op<int n> { int v = n; }
def d {
  dag g = (Op<1> Op<2>:$a, Op<1>:$b);
}
