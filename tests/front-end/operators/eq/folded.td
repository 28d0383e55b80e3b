// Equality of numbers, strings and records.
class K<int n> { int v = n; }
def k : K<1>;
def d {
  bit ints = !eq(1, 1);
  bit mixed = !eq(0b11, 3);
  bit strings = !eq("a", "a");
  bit code_ = !eq("a", [{a}]);
  bit recs = !eq(k, k);
  bit inst = !eq(K<1>, K<1>);
  bit inst2 = !eq(K<1>, K<2>);
  bit differ = !eq("a", "b");
}
