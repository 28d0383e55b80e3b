// Regular expressions are LLVM's: escaped letters are letters, groups can be referred to, braces need a number.
class Ab;
def dd : Ab;
def d1 : Ab;
def abab : Ab;
def f {
  list<bit> letters = [!match("dwb", "^\\d\\w\\b$"), !match("1a", "\\d")];
  list<bit> reference = [!match("xaax", "(a)\\1"), !match("abba", "^(.)(.)\\2\\1$"), !match("ab", "(.)\\1")];
  list<bit> braces = [!match("a{,2}", "^a{,2}$"), !match("aa", "^a{,2}$"), !match("aa", "^a{0,2}$")];
  list<bit> sets = [!match("a", "[[.a.]]"), !match("a", "[[=a=]]"), !match("x-", "[[.hyphen.]]"), !match("\n", "^.$")];
  list<bit> words = [!match("a b", "[[:<:]]b"), !match("ab", "[[:<:]]b"), !match("é", "^..$")];
  list<bit> anchors = [!match("a", "(^)(^)a"), !match("a", "(^){2}a"), !match("ab", "a^b|a$b")];
  list<Ab> doubled = !instances<Ab>("^(.+)\\1$");
}
