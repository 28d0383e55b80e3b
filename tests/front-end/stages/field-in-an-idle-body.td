// A body for which there is no element, or a branch of it that is never taken, reads a field: that is settled there and
// then, with the class instances that it needs, and if it reads back it sees the first one open.
class Item<int n> {
  int size = n;
}

class Idle {
  list<int> first = [];
  list<int> branch = [];
  int between = 0;
  int later = 0;
  int before_last = 0;
  int last = 0;
  int own = 5;
  list<int> none = [];
  list<int> some = [1];
  let first = !foreach(n, none, later);
  let branch = !foreach(n, some, !if(n, 3, last));
  let between = Item<!add(own, 1)>.size;
  let later = Item<!add(own, 2)>.size;
  let before_last = Item<!add(own, 3)>.size;
  let last = Item<!add(own, 4)>.size;
}

def idle : Idle;

// A condition that is known before there is an element decides which fields are read.
class Passed {
  list<int> branch = [];
  list<int> either = [];
  int between = 0;
  int hidden = 0;
  int own = 5;
  bit yes = true;
  list<int> none = [];
  let branch = !foreach(n, none, !if(yes, n, hidden));
  let either = !foreach(n, none, !cond(yes: n, true: hidden));
  let between = Item<!add(own, 10)>.size;
  let hidden = Item<!add(own, 11)>.size;
}

def passed : Passed;

class Back {
  int own = 5;
  list<int> none = [];
  list<int> first = [];
  field int reads = Item<!add(own, !size(first))>.size;
  let first = !foreach(n, none, reads);
}

def back : Back;

def user {
  list<int> made = Idle<>.branch;
  field int reads = Back<>.reads;
}
