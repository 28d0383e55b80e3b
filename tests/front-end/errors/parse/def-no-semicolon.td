// A body or a semicolon must follow.
def a
def b;
