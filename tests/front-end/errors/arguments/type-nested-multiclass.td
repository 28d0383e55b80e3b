// A type error in the parent of a multiclass.
multiclass A<string s> { def a { string w = s; } }
multiclass B<int n> : A<n> { def b; }
defm p : B<1>;
