// The literals of a concatenation must fit the type of the first.
class Base;
class L : Base;
class R : Base;
def l : L;
def r : R;
defvar joined = !listconcat([l], [r]);
