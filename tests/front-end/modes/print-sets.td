// MODE: print-sets
// Sets of the class Set, expanded.
class Set<dag d> { dag Elements = d; }
def add; def sub; def and;
def a; def b; def c;
def s1 : Set<(add a, b, c)>;
def s2 : Set<(sub s1, b)>;
def s3 : Set<(and s1, (add b, c))>;
