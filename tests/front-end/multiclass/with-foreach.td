// Loops in multiclasses, over constants and over arguments.
multiclass M<list<int> l> {
  foreach i = [1, 2] in def c#i;
  foreach j = l in def v#j { int x = j; }
  foreach j = l in foreach k = [0, 1] in def n#j#_#k;
}
defm p : M<[7, 8]>;
