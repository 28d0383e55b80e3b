// The last index of a dag without arguments.
def op;
def a { string s = !getdagname((op), 0); }
