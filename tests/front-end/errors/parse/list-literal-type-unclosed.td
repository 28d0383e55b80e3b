// The type of a list must be closed.
defvar l = [1]<int;
