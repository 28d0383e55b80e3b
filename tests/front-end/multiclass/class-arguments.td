// Passing multiclass arguments to classes and instances.
class K<string s, int n> { string t = s; int m = n; }
multiclass M<string s, int n> { def a : K<s, n>; def b { K k = K<s # "x", n>; } }
defm p : M<"v", 2>;
