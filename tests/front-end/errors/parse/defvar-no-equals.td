// A variable needs a value.
defvar x;
