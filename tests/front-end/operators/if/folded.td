// Both arms are parsed, one is kept.
class A<int x, string s> {
  string a = !if(x, "yes", "no");
  int b = !if(!eq(s, "q"), x, 0);
  list<int> l = !if(x, [1], []);
  string c = !if(1, s, "never");
}
def d : A<1, "q">;
def e : A<0, "r">;
