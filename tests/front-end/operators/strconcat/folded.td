// String concatenation; code wins over string.
class A<string x> { string a = !strconcat(x, "b"); string b = !strconcat("a", "b", x); string c = !strconcat(x, x); }
def d : A<"z">;
def e { code c = !strconcat([{a}], "b"); string s = !strconcat("a", "", "c"); }
