// Fields that depend on each other.
def d { int x = 0; int y = x; let x = y; }
