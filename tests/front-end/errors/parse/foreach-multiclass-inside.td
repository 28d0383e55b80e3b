// No multiclasses in loops.
foreach i = [1] in { multiclass M { def a; } }
