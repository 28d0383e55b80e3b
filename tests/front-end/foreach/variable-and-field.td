// The loop variable is substituted by name, even for a field of that name.
class A<int v> { int i = 5; int z = i; int w = v; }
foreach i = [1] in def d : A<i>;
