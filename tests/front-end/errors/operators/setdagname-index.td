// A name that is not there.
def op;
class A<string s> { dag x = !setdagname((op 1), s, "n"); }
def a : A<"q">;
