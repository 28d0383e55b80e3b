// A set counts also the record that is dropped.
class X;
multiclass M { def "a" : X; }
defset list<X> all = { foreach i = [1, 2] in defm : M; }
def d { int n = !size(all); }
