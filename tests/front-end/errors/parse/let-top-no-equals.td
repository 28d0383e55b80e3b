// let at top level sets.
let x 1 in def a;
