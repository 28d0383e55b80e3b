// Numbers have no fields.
def a { int x = 5; int y = x.z; }
