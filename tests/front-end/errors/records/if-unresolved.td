// A condition that never resolves.
multiclass M<list<int> l> { if l[5] then def a; }
defm p : M<[1]>;
