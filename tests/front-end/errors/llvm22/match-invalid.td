// A regular expression that is none.
class A<string r> { bit m = !match("x", r); }
def d : A<"(">;
