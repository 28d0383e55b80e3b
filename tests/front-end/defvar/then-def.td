// A record may take the name of a global variable and hides it from then on.
class K { int v = 3; }
defvar x = "string";
def before { string s = x; }
def x : K;
def after { K k = x; }
