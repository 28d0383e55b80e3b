// `?` fits every type and every depth.
class K;
def d {
  list<int> l = [1, ?, 3];
  bits<3> b = { 1, ?, 0 };
  dag g = (? 1, ?, ?:$x);
  K k = ?;
  string s = ?;
}
