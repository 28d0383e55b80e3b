// An argument of another type for a multiclass.
multiclass M<string s> { def a { string w = s; } }
defm p : M<2>;
