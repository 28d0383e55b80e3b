// list needs a type.
def a { list x; }
