// Lists only.
defvar x = !listconcat(1, 2);
