// One field of each type, with and without a value.
class K;
def k : K;
def d {
  bit b = 1;
  bits<3> bs = 5;
  int i = -7;
  string s = "text";
  code c = [{ some code }];
  list<int> l = [1, 2];
  dag g = (k 1, "x":$n);
  K r = k;
}
def unset {
  bit b;
  bits<3> bs;
  int i;
  string s;
  code c;
  list<int> l;
  dag g;
  K r;
}
