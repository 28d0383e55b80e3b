// A multiclass takes over the records of those it inherits from.
multiclass A<int x> { def a { int v = x; } }
multiclass B<int x, int y> : A<x> { def b { int v = y; } }
multiclass A2<string s> { def a2 { string v = s; } }
multiclass C<int z> : B<z, !add(z, 1)>, A2<"s">;
defm b : B<1, 2>;
defm c : C<5>;
