// The value of a let is evaluated once, outside the record.
class A { int x = 0; string s = ""; }
defvar g = 4;
let x = !add(g, 1) in { defvar g = 100; def a : A; }
