// Ordering of numbers and strings.
class A<int x, string s> {
  bit lt = !lt(x, 5); bit le = !le(x, 5); bit gt = !gt(x, 5); bit ge = !ge(x, 5);
  bit slt = !lt(s, "m"); bit sle = !le(s, "m"); bit sgt = !gt(s, "m"); bit sge = !ge(s, "m");
}
def d : A<5, "m">;
def e : A<4, "l">;
def f : A<6, "ma">;
