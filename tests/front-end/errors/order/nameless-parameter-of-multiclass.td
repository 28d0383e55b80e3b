multiclass M<Root> { foreach i = l in def "_"#x#"_"#i; }
