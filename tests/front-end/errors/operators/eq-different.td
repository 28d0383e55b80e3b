// Both operands have one type.
def a { bit x = !eq(1, "1"); }
