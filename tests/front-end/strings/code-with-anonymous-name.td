// A text with the name of an anonymous record in it is code if a part of it is.
class A<int n> { int v = n; }
class B<code c> { code inner = c # A<7>; string s = !cast<string>(A<8>) # c; }
def d {
  code p = [{ c }] # "d" # A<2>;
  string q = "d" # A<2> # [{ c }];
  code r = [{}] # A<3>;
  string plain = "x" # A<3>;
  string between = !interleave(["a", !cast<string>(A<4>), "b"], [{, }]);
  string joined = !interleave(["a", [{b}], !cast<string>(A<4>)], ", ");
  list<string> all = [[{ e }] # A<5>, !strconcat([{ f }], A<6>.v # "", !cast<string>(A<6>))];
  string r_is = !repr([{ g }] # A<5>);
}
def e : B<[{ x }]>;
def [{ na }] # !cast<string>(A<9>);
