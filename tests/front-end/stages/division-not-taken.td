// The branch that will not be taken divides by zero while the condition still waits for a field.
class Share<int n> {
  bit empty = !eq(n, 0);
  int each = !if(empty, 0, !div(12, n));
}

def some { int each = Share<3>.each; }
def none { int each = Share<0>.each; }
