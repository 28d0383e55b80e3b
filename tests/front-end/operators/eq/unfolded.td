// Comparisons of arguments stay, even of an argument with itself.
class A<int x, string s> {
  bit a = !eq(x, 1);
  bit same = !eq(x, x);
  bit str = !eq(s, "q");
  int as_int = !eq(x, 1);
}
def d : A<1, "q">;
