// Emptiness of lists, strings and dags.
class Op;
def op : Op;
class A<list<int> l, string s, dag g> { bit a = !empty(l); bit b = !empty(s); bit c = !empty(g); }
def d : A<[], "", (op)>;
def e : A<[1], " ", (op ?)>;
