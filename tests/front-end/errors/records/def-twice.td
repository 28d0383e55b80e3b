// A record is defined once.
def a { int x = 1; }
def a { int x = 2; }
