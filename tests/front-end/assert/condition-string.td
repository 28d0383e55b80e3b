// A string as condition.
assert "yes", "message";
