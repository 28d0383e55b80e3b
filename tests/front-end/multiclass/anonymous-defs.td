// Unnamed records in a multiclass.
class X<int n> { int v = n; }
multiclass M<int n> { def : X<n>; def named : X<n>; def : X<!add(n, 1)>; }
defm p : M<1>;
defm q : M<10>;
