// A closing brace too many.
def a { }
}
