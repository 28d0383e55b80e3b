// MODE: dump-json
// LLVM 22 says where an instance was read first, also of one that was made for another.
class In<int n> { int v = n; }
class Out<In i> { In j = i; In k = In<!add(i.v, 1)>; }
class Open<int n> {
  int unknown;
  int own = !add(n, 1);
  list<int> sums = !foreach(n, [own, 6], !add(In<n>.v, unknown));
  int known = In<!add(own, 1)>.v;
}
def d { Out o = Out<In<5>>; }
def e {
  int known = Open<1>.known;
  list<int> again = !foreach(n, [6, 9, 5], In<n>.v);
}
