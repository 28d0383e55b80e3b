class C<a> : D<4> { int x = 1; }
