// Nested loops, the inner list depending on the outer variable.
foreach i = [1, 2] in
  foreach j = [i, !add(i, 10)] in
    def n#i#_#j { int v = !mul(i, j); }
