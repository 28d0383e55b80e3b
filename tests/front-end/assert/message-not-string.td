// A message that is no string.
assert 0, 5;
