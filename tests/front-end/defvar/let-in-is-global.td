// A variable after `let … in` without braces is global.
class A { int a = 0; }
let a = 1 in defvar v = 5;
def d { int n = v; }
