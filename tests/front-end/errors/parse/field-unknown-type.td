// A type that is no class.
def a { Foo x = 1; }
