// let applies to class definitions.
class A { int x = 0; }
let x = 5 in class B : A { int y = x; }
def d : B;
