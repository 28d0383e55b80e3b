// A name from an expression on loop variables.
foreach i = [1, 2] in def !strconcat("n", !cast<string>(!add(i, 10)));
