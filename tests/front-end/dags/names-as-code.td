// A name is a string as it was written.
def op;
def a {
  dag d = !dag(op, [1, 2], ["a", [{b}]]);
  string n = !getdagname(d, 0);
  string c = !getdagname(d, 1);
  dag e = !setdagname(d, 0, [{c}]);
  string f = !getdagname(e, 0);
  int g = !getdagarg<int>(e, "c");
  dag h = !con(d, e);
  string i = !getdagname(h, 2);
  dag j = !foreach(x, e, x);
  string k = !getdagname(j, 0);
}
