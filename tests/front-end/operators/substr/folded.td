// Substrings with and without a length.
class A<string s, int i> { string a = !substr(s, i); string b = !substr(s, 1, i); }
def d : A<"abcdef", 2>;
def e {
  string all = !substr("abc", 0);
  string end = !substr("abc", 3);
  string over = !substr("abc", 1, 99);
  string zero = !substr("abc", 1, 0);
  code c = !substr([{abc}], 1);
}
