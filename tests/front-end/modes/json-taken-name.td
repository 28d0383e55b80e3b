// MODE: dump-json
// No name is given twice.
class A { int v = 0; }
def anonymous_1 : A;
foreach i = [1, 2] in { def : A { let v = i; } }
