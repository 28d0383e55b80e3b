// !match tests a regular expression.
class A<string s, string r> { bit m = !match(s, r); bit n = !match(s, "^a.*z$"); }
def d : A<"abcz", "b+c">;
def e : A<"qqq", "b+c">;
def f { bit any = !match("x", ".*"); bit alt = !match("foo42", "^(foo|bar)[0-9]+$"); bit cls = !match("a b", "[[:space:]]"); bit rep = !match("aaa", "^a{2,3}$"); bit no = !match("AB", "ab"); }
