// The third bit of a shorter field, in the body of a record that has a name and no superclass.
def a { bits<2> v; let v{2} = 1; }
def b { bits<1> v = 1; let v{2, 0} = 0b10; }
multiclass M { def c { bits<2> v; let v{2-1} = 0b11; } }
defm m : M;
