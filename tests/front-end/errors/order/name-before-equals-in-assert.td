class A<int x> { assert y = !eq(x, 1); }
