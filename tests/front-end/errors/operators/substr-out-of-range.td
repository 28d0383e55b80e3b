// A start beyond the end.
class A<int s> { string x = !substr("abc", s); }
def ok : A<3>;
def bad : A<4>;
