// An error in a loop outside of records has no place.
defvar v = !foreach(i, [0, 1], !div(i, !div(1, 0)));
