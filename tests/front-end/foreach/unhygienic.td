// Inner loops of a multiclass see the outer loop's values by name.
multiclass M<list<int> l, int x> { foreach i = l in def "_"#x#"_"#i; }
foreach i = [1] in defm d#i : M<[10, 20], i>;
