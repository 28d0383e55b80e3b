// The type of the elements is complete before they are looked at.
def x { int x = !head([?]<int if >); }
