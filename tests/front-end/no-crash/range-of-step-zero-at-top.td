// An evaluation error where there is no record to blame.
defvar x = !range(0, 5, 0);
