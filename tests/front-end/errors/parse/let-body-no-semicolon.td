// let in a body must end.
class A { int x; }
def a : A { let x = 1 }
