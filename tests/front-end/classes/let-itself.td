// A `let` that mentions its own field keeps the inner reference.
class A { int x = 1; int y = 2; }
class B : A { let y = x; }
def d : B { let x = 7; }
