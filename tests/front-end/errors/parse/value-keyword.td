// A keyword is no value.
def a { int x = class; }
