// Lists cannot be compared.
def a { bit x = !eq([1], [1]); }
