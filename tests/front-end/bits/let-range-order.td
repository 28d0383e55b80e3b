// Ranges given upwards reverse the bits they are set from.
def d {
  bits<4> v;
  let v{0...3} = 0b0011;
}
def e {
  bits<4> v;
  let v{3...0} = 0b0011;
}
