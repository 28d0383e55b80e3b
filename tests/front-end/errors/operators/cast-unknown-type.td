// A type that is no class.
def a { int x = !cast<Foo>("a"); }
