// A variable needs a name.
defvar "x" = 1;
