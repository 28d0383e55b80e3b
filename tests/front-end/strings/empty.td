// The empty string is a value.
class A<string s = ""> { string v = s; bit e = !empty(s); int n = !size(s); }
def d : A;
def e : A<"x">;
