// Arguments pass through several levels of defm.
class X<string s, int n> { string t = s; int m = n; }
multiclass L1<string s, int n> { def _1 : X<s, n>; }
multiclass L2<string s, int n> { defm _2a : L1<s # "a", n>; defm _2b : L1<s # "b", !add(n, 1)>; }
multiclass L3<int n> { defm _3 : L2<"L" # n, n>; }
defm p : L3<1>;
