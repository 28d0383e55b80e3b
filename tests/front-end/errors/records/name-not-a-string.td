// The name of a record is a string.
def !add(1, 2);
