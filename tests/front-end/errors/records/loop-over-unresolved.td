// A loop over a list that never resolves.
multiclass M<list<list<int>> l> { foreach i = l[5] in def a#i; }
defm p : M<[[1]]>;
