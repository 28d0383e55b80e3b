// A value is missing.
def a { int x = ; }
