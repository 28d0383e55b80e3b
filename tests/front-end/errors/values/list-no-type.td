// An empty list of no type.
defvar l = [];
