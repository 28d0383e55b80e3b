// Names of operators in !con.
class Op;
def op : Op;
def d {
  dag left = !con((op:$l 1), (op 2));
  dag right = !con((op 1), (op:$r 2));
  dag both = !con((op:$l 1), (op:$r 2));
  dag unset = !con((?:$l 1), (op:$r 2));
}
