// In multiclasses the name of a record counts as use.
multiclass N<int n> { def n#n; }
multiclass M<string s, string t> { def "x" # s; foreach i = [1] in defm _#t#i : N<i>; }
