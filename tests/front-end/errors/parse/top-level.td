// A statement that does not exist.
def a;
int x = 1;
