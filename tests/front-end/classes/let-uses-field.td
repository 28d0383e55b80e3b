// A `let` value refers to the field as it will finally be.
class A { int x = 1; int y = 0; }
class B : A { let y = !add(x, 1); }
def d : B { let x = 10; }
