// let at top level needs `in`.
let x = 1 def a;
