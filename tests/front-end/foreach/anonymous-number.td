// An unnamed record in a loop takes its number once, then new ones.
class S<int n> { int v = n; }
foreach i = [1, 2] in def : S<S<i>.v>;
