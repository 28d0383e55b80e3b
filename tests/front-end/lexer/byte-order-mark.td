// A byte-order mark at the start.
def a;
