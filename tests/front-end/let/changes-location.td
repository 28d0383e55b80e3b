// MODE: print-detailed-records
// A let moves the reported place of the field.
class A { int x = 0; int y = 1; }
def d : A {
  let x = 2;
}
let y = 3 in
def e : A;
