// A loop or an `if` is run when its body is complete.
if "bbb" then else { def no; }
