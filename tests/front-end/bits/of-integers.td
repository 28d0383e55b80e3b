// Integers can be taken apart too.
def d {
  bits<3> low = 13{2-0};
  bit b3 = 13{3};
  bits<2> neg = -1{63, 0};
}
