// `field` members may stay unresolved and are printed first.
class A<int x> {
  int before = 1;
  field bits<2> f = { ?, 1 };
  int after = x;
  field int g;
}
def d : A<3>;
