// The range is looked at before its brace.
def a { bits<8> v = 1; bits<4> high = v{9; }
