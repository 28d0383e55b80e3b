// What fails in an instance of an instance is told, and once.
class Inner<int n> {
  int quotient = !div(12, n);
  int two = 2;
}

class Middle<int n> {
  int two = Inner<n>.two;
}

class Outer<int n> {
  int two = !add(Middle<n>.two, Inner<3>.quotient);
}

def fine : Outer<4>;
def wrong : Outer<0>;
