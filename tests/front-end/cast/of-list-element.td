// A cast of an element chosen by an argument.
class K<int n> { int v = n; }
def k1 : K<1>;
def k2 : K<2>;
class A<list<string> names, int i> { int v = !cast<K>(names[i]).v; }
def d : A<["k1", "k2"], 1>;
