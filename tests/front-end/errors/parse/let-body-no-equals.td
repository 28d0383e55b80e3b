// let in a body sets.
class A { int x; }
def a : A { let x 1; }
