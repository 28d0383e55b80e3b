// Three operands and no more.
def a { int x = !if(1, 2, 3, 4); }
