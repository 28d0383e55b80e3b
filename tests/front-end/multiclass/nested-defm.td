// defm inside multiclass composes the names.
multiclass In<int x> { def i { int v = x; } }
multiclass Mid<int x> { defm _m1 : In<x>; defm _m2 : In<!add(x, 1)>; def m; }
multiclass Out { defm _o : Mid<7>; }
defm top : Out;
