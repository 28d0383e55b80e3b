// An evaluation error where there is no record to blame.
defvar x = !div(1, 0);
