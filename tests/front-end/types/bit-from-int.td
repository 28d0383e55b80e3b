// A bit accepts the integers 0 and 1 and one-bit values.
def d {
  bit zero = 0;
  bit one = 1;
  bit yes = true;
  bit no = false;
  bit binary = 0b1;
  bit picked = 6{1};
}
