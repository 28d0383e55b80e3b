// The name of a record is taken.
def a;
defvar a = 1;
