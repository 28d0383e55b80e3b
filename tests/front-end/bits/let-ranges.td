// `let` on a range leaves the other bits alone.
class A { bits<8> v = 0; }
def d : A {
  let v{7...4} = 0b1001;
  let v{0} = 1;
}
def e : A {
  let v{0, 7} = 0b10;
}
def f : A {
  let v{1...3} = 0b001;
}
