// The field is set when its value is complete.
def a { bits<8> v = 1; bits<4> high = v{7;4}; }
