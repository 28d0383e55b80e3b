// Building dags from lists of values and names.
class Op;
def op : Op;
class A<list<int> v, list<string> n, Op o> {
  dag a = !dag(o, v, n);
  dag b = !dag(op, v, ?);
  dag c = !dag(op, ?, n);
}
def d : A<[1, 2], ["x", "y"], op>;
def e { dag g = !dag(op, [1, ?], ["a", ?]); dag empty = !dag(op, []<int>, []<string>); }
