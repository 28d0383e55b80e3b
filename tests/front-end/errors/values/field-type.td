// A value of another type; the record is made without it.
def a { int x = "s"; string y = "t"; }
def b { int z = 1; }
