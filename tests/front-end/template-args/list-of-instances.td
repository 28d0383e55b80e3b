// Lists of instances as arguments.
class P<string k, int v> { string key = k; int val = v; }
class M<list<P> ps> { list<string> keys = !foreach(p, ps, p.key); int total = !foldl(0, ps, a, p, !add(a, p.val)); }
def m : M<[P<"a", 1>, P<"b", 2>]>;
