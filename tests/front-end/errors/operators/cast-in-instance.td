// A pending cast in an instance of a multiclass is blamed on the class or the use.
class S<int n> { int v = n; }
multiclass M { def a : S<4>; def b { S s = S<!cast<S>(NAME#"a").v>; } }
defm p : M;
