// An integer becomes bits when it fits, negative ones in two's complement.
def d {
  bits<4> low = 15;
  bits<4> minus_one = -1;
  bits<4> minus_eight = -8;
  bits<64> all = -1;
  bits<70> wide = 3;
  bits<0> none = {};
}
