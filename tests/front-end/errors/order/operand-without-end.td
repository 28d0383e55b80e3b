// What depends on all operands waits for the parenthesis.
def a { int x = !if(1, 2, 3 ; }
