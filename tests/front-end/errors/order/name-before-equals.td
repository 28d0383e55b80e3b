// A name before `=` stands for itself, wherever it is.
def shared;
def d { int m = !add(n= shared); }
