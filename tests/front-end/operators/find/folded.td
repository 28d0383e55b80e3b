// Position of a substring, or -1.
class A<string s, string t> { int a = !find(s, t); int b = !find(s, t, 3); }
def d : A<"abcabc", "bc">;
def e { int no = !find("abc", "x"); int empty = !find("abc", ""); int end = !find("abc", "", 3); }
