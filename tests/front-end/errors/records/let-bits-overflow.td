// A number that does not fit the range.
class A { bits<4> x; }
def a : A { let x{1-0} = 4; }
