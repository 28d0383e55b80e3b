// The element must have a type.
defvar x = !foreach(i, [1], ?);
