// Strings or numbers are joined.
def r;
def a { string x = !interleave([r], ","); }
