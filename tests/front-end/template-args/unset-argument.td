// `?` may be passed and substitutes.
class A<int x, string s> { int v = x; string w = s; }
def d : A<?, ?>;
def e : A<1, ?>;
