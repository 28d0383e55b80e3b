// Instances in prototypes are made at the first point their arguments are known.
class S<int n> { int v = n; }
multiclass M<int n> { def a { S s = S<n>; S t = S<4>; } def b : S<S<n>.v>; }
defm p : M<1>;
defm q : M<1>;
