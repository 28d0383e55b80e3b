// The five escapes, and how they are printed.
def d {
  string quote = "a\"b";
  string back = "a\\b";
  string single = "a\'b";
  string tab = "a\tb";
  string newline = "a\nb";
}
