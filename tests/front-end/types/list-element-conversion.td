// Elements are converted to the element type of the field.
def d {
  list<bit> bits_ = [0, 1, 1];
  list<bits<2>> pairs = [0, 1, 2, 3];
  list<int> ints = [0b11, 0b01];
}
