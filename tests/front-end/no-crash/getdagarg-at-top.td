// An evaluation error where there is no record to blame.
def op;
defvar x = !getdagarg<int>((op), 3);
