// The place of an instance is where it is written.
class A<int x> { assert !gt(x, 0), "x"; int v = x; }
def d {
  int a = A<0>.v;
}
