// Joining with a delimiter.
class A<list<string> x, string sep> { string a = !interleave(x, ", "); string b = !interleave(["p", "q"], sep); }
def d : A<["a", "b", "c"], "-">;
def e {
  string none = !interleave([]<string>, ",");
  string one = !interleave(["x"], ",");
  string ints = !interleave([1, 2, 3], "+");
  string bits_ = !interleave([0b01, 0b10], ",");
  string code_elems = !interleave(["a", [{b}]], ",");
  string code_first = !interleave([[{a}], "b"], ",");
  string code_only = !interleave([[{a}]], ",");
}
