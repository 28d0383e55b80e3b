// Three operands are needed.
def a { int x = !if(1, 2); }
