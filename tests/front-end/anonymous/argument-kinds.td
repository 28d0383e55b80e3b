// Which arguments count as the same.
class S<string s> { string t = s; }
class B<bits<2> b> { bits<2> c = b; }
class L<list<int> l> { int n = !size(l); }
def d {
  S a = S<"x">;
  S b = S<[{x}]>;
  B c = B<1>;
  B e = B<0b01>;
  L f = L<[1]>;
  L g = L<[1]<int>>;
}
