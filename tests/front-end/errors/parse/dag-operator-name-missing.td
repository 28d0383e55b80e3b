// After the operator's colon a name with a dollar.
def a;
def b { dag g = (a:x 1); }
