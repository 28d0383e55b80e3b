// A variable is set once in its scope.
def a { defvar x = 1; defvar x = 2; }
