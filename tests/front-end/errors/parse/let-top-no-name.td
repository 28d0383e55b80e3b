// let at top level names a field.
let 5 = 1 in def a;
