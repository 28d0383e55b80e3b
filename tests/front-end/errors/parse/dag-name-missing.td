// After the colon a name with a dollar.
def a;
def b { dag g = (a 1:x); }
