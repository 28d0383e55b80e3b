// The name of a variable is taken.
def a { defvar x = 1; int x = 2; }
