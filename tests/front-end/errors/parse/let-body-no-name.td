// let in a body names a field.
def a { let 5 = 1; }
