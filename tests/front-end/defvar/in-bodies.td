// Variables in bodies are not fields.
class A<int x> {
  defvar twice = !mul(x, 2);
  int a = twice;
  defvar more = !add(twice, a);
  int b = more;
}
def d : A<3> { defvar local = !add(a, b); int c = local; }
