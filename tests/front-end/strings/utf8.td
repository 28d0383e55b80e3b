// Bytes above 127 pass through in strings, code and comments. é ∀
def d {
  string s = "é ∀ 𝄞";
  code c = [{ ∃ }];
  int size = !size("é");
}
