// The name of a record is no list.
def [1];
