// A variable must end.
defvar x = 1
def a;
