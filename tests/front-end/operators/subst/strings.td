// Replacement of every occurrence, without looking at what was put in.
class A<string s, string by> { string a = !subst("x", by, s); string b = !subst(s, "-", "a.b"); }
def d : A<"axbx", "xx">;
def e { string none = !subst("q", "r", "abc"); string del = !subst("b", "", "abcb"); }
