// A dump must end.
dump "x"
def a;
