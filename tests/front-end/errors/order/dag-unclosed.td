def op;
def a { dag x = (op y, 1; }
