// Carriage returns end lines as well.
def a {
  int x = 1;
  code c = [{
line
}];
}
#ifndef X
def b;
#endif
