// A given element type that does not fit.
defvar l = ["a"]<int>;
