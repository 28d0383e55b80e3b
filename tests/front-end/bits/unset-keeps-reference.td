// An unset bit taken from another field keeps its reference.
class Enc {
  bits<3> op;
  bits<5> Inst = { op{2}, 1, op{1}, 0, op{0} };
}
def d : Enc;
def e : Enc { let op{1} = 1; }
