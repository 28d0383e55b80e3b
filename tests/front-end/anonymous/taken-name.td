// A record that is called like an anonymous one makes unnamed records skip the number.
def anonymous_1;
def { int a = 0; }
def { int b = 1; }
def { int c = 2; }
