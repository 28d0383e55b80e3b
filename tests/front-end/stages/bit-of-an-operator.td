// An integer that an operator makes becomes a bit, as the field is, before another field hands it on: both instances
// are one.
class Item<bit flag> {
  int size = !if(flag, 1, 2);
}

class Flags<bit given> {
  int own;
  bit chosen = !if(!not(given), 0, given);
  let own = Item<chosen>.size;
  int known = Item<false>.size;
}

def user {
  int own = Flags<false>.own;
}
