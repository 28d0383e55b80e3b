// Ranges, lists and single numbers.
foreach i = 1-3 in def a#i;
foreach i = 3...1 in def b#i { int v = i; }
foreach i = {0-1, 5} in def c#i;
foreach i = ["x", "y"] in def d_#i;
foreach i = 7 in def e#i;
foreach i = {1} in def f#i;
foreach i = !range(2) in def g#i;
foreach i = []<int> in def never#i;
