// An assertion must end.
assert 1, "m"
def a;
