// The name of a field is taken.
def a { int x = 1; defvar x = 2; }
