// An index that is not known at all.
defvar l = [1, 2];
def d { int x = l[?]; }
