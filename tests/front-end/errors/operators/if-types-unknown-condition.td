// Arms of different types in a variable.
defvar x = !if(1, 2, "3");
