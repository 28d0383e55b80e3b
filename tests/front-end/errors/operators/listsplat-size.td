// The count is a number.
defvar x = !listsplat(1, "2");
