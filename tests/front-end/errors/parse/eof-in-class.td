// The file ends in a body.
class A {
  int x = 1;
