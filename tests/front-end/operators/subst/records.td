// Of a record only when it is the one.
class K;
def k : K;
def l : K;
class A<K r> { K a = !subst(k, l, r); }
def d : A<k>;
def e : A<l>;
