// Top-level variables and records are not looked up in names.
defvar g = "q";
def x#g;
if 1 then { defvar h = "r"; def y#h; }
