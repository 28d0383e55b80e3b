// As for fields.
class A<int x, Nothing> { int y = x; }
