// A variable is set once.
defvar x = 1;
defvar x = 2;
