// After a wrong value the rest of the body is read.
def a { int x = nothing; }
def b { string s = other; int y = 1; }
def c { int x = 1; }
