// Dag concatenation keeps arguments and names; an unset operator gives way.
class Op;
def op : Op;
def d {
  dag a = !con((op 1:$x), (op 2:$y));
  dag three = !con((op 1), (op), (op 3));
  dag left = !con((op 1), (? 2));
  dag right = !con((? 1), (op 2));
  dag none = !con((? 1), (? 2));
}
