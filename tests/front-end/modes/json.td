// MODE: dump-json
// Every kind of value as JSON.
class Base { string s = "a\"b\n\té"; }
class Op : Base;
def op : Op;
def d : Base {
  bit b = 1;
  bits<4> bs = { 1, ?, 0, 1 };
  bits<2> partial = { bs{2}, 0 };
  int i = -9223372036854775808;
  code c = [{ x }];
  list<int> l = [1, 2];
  list<list<string>> ll = [["a"], []];
  dag g = (op 1:$x, (op ?:$y), "s");
  dag named = (op:$o op:$r);
  Op r = op;
  field bits<2> f = { ?, 1 };
  int unset;
}
def : Base;
class Never<int n> : Base { int v = n; }
