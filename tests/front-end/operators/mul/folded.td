// Products.
class A<int x> { int a = !mul(x, 3); int zero = !mul(x, 0); int three = !mul(2, x, 4); }
def d : A<7>;
def e { int wraps = !mul(4611686018427387904, 4); int neg = !mul(-3, 5); }
