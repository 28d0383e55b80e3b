// Length of lists, strings and dags.
class Op;
def op : Op;
class A<list<int> l, string s, dag g> { int a = !size(l); int b = !size(s); int c = !size(g); }
def d : A<[1, ?], "abc", (op 1, 2)>;
def e { int zero = !size([]<int>); int unset = !size([?, ?]<int>); int dag0 = !size((op)); }
