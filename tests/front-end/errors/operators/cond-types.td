// Values of different types.
defvar x = !cond(1: 2, 0: "3");
