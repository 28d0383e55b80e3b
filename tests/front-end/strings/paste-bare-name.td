// A bare name after `#` is a string unless a local variable has that name.
defvar top = "global";
def d {
  string field_ = "f";
  string a = "x" # top;
  string b = "x" # field_;
  string c = "x" # anything;
}
