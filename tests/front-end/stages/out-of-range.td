// An element that a list does not have leaves the field open, and with it those that read it.
class Pick<list<int> from, int at> {
  int low = !and(at, 1);
  int picked = from[at];
  int next = !add(picked, low);
  int safe = !if(!lt(at, !size(from)), picked, -1);
}

def user {
  int inside = Pick<[4, 5], 1>.next;
  int outside = Pick<[4, 5], 3>.safe;
}
