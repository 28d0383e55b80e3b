// An assertion needs a message.
assert 1;
