// The common type is the nearest shared ancestor.
class Root;
class Mid1 : Root;
class Mid2 : Root;
class Other : Mid2;
def p : Mid1;
def q : Other;
class Show<list<Root> l> { list<Root> v = l; bit is_mid2 = !isa<Mid2>(l[1]); }
def d : Show<[p, q]>;
