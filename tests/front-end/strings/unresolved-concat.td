// Pastes of arguments print as nested concatenations until they are known.
class A<string a, string b> {
  string ab = a # b;
  string mixed = "p" # a # "q" # b # "r";
  string three = !strconcat(a, "-", b, "-", "z");
}
def d : A<"1", "2">;
