// true and false are the integers 1 and 0.
def d {
  int t = true;
  int f = false;
  int sum = !add(true, true);
  bits<2> b = { true, false };
}
