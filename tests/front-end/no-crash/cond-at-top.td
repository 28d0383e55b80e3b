// An evaluation error where there is no record to blame.
defvar x = !cond(0: 1);
