// Known operands fold from the right before arguments are known.
class A<int x> {
  int a = !add(x, 1, 2);
  int b = !add(1, 2, x);
  int c = !add(1, x, 2);
  int e = !add(x, 0);
}
def d : A<5>;
