// A start beyond the end.
class A<int s> { int x = !find("abc", "b", s); }
def bad : A<4>;
