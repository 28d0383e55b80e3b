// Instances are of classes.
def k;
def a { int x = k<1>; }
