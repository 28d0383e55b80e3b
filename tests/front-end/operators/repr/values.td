// The printed form of values as a string.
class Op;
def op : Op { int v = 3; }
class A<list<int> l> { string r = !repr(l); }
def d : A<[1, 2]>;
def e {
  string i = !repr(42);
  string s = !repr("q");
  string b = !repr(0b101);
  string g = !repr((op 1:$x));
  string rec = !repr(op);
  string recs = !repr([op]);
}
