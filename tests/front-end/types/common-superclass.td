// The element type of a list of records is what the records share.
class Base;
class Left : Base;
class Right : Base;
def l : Left;
def r : Right;
def d {
  list<Base> both = [l, r];
  list<Base> sub = [l];
  Base pick = !if(0, l, r);
}
