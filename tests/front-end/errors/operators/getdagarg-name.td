// A name that is not there.
def op;
class A<string s> { int x = !getdagarg<int>((op 1:$x), s); }
def a : A<"y">;
