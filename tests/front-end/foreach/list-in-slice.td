// Loop lists may be sliced and computed.
defvar l = [1, 2, 3, 4];
foreach i = l[1...2] in def a#i;
foreach i = !listconcat(l[0,], [9]) in def b#i;
foreach i = !foreach(x, l, !mul(x, x)) in def c#i;
