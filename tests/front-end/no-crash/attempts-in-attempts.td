// ACCEPTED
// Each instance asks for the next one before it turns out that it cannot be finished.
class Step<int n> {
  int unknown;
  int at = n;
  int sum = !if(!gt(at, 0), !add(Step<!sub(at, 1)>.sum, unknown), 1);
}

def user {
  int size = !size([Step<1500>.sum]);
}
