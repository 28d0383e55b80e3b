// Enclosing lets take effect after the superclasses, and here a class's template arguments are no such.
let T = "t" in {
  class A<<int a> { int b = 1; }
}
