// A directory is no file in a value either.
defvar x = include "." ;
