// Inner scopes may use the name of an outer variable.
defvar x = "outer";
def d { defvar x = "inner"; string s = x; }
def e { string s = x; }
foreach i = [1] in { defvar x = "loop"; def f { string s = x; } }
class Y { int y = 0; }
let y = 1 in { defvar x = "let"; def g : Y { string s = x; } }
