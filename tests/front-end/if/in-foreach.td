// Conditions on loop variables.
foreach i = [1, 2, 3] in {
  if !eq(i, 2) then { def two; } else { def n#i; }
}
