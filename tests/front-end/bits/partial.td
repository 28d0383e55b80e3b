// Bits that nobody sets print as ?, and do not count as unresolved.
def d {
  bits<4> v;
  let v{2} = 1;
}
