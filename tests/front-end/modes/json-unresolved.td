// MODE: dump-json
// Values that stay symbolic.
class B { string n = NAME; }
class A<list<int> l> { field int e = l[4]; field dag g = ?; }
def d : A<[1]> { B b = B<>; field bits<3> v; field bits<2> w = v{2-1}; }
