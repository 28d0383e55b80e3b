// Conditions in multiclasses.
multiclass M<int n> {
  if !eq(n, 1) then def one; else def other;
  if !gt(n, 1) then { def big { int v = n; } defvar w = !add(n, 1); def bigger { int v = w; } }
}
defm a : M<1>;
defm b : M<2>;
