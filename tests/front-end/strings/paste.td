// `#` joins strings, converting integers and records.
class K;
def k : K;
def d {
  string a = "x" # "y";
  string b = "n" # 5;
  string c = "rec:" # k;
  string e = "a" # "b" # "c";
  string f = "lhs" # !add(1, 2) # "rhs";
}
