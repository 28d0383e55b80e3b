// Cases known to be false are kept until the first is known.
class A<int x> {
  int a = !cond(0: 1, x: 2, 1: 3);
  int b = !cond(1: 1, x: 2);
  int c = !cond(x: ?, 1: 3);
}
def d : A<1>;
def e : A<0>;
