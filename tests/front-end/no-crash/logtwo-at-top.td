// An evaluation error where there is no record to blame.
defvar x = !logtwo(0);
