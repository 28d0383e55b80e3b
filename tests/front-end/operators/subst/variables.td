// Substitution among three unresolved variables happens by name.
class A<int x, int y, int z> {
  int hit = !subst(x, y, x);
  int miss = !subst(x, y, z);
}
def d : A<1, 2, 3>;
