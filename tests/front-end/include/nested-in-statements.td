// Files that are included inside statements include others there.
class Given<list<int> l = []> { int given = 0; list<int> values = l; }
multiclass M { include "nested/outer-def.inc" }
defm m : M;
class C : Given { include "nested/outer-items.inc" }
def d : Given<[ include "nested/outer-values.inc" ]> { include "nested/outer-items.inc" }
foreach i = [1] in { include "nested/outer-named.inc" }
if 1 then { include "nested/outer-def.inc" } else { include "nested/outer-def.inc" }
let given = 3 in include "nested/outer-given.inc"
def v : Given<[0, include "nested/outer-values.inc" , 5]>;
let given = 4 in { multiclass N<int n> { include "nested/outer-given.inc" } defm n : N<1>; }
def c : C;
