// Elements of different types.
defvar l = [1, "a"];
