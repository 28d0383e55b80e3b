// The semicolon is missed before the value is put into the field.
class A { list<int> L = []; }
def a : A { let L = 3 int y = 4; }
