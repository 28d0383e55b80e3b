// !cond evaluates all of its arms.
class S<int y> { int v = y; }
class P<int c> { S b = !cond(!eq(c, 1): S<c>, !eq(c, 2): S<!add(c, 10)>, true: S<!add(c, 20)>); }
def d : P<1>;
