// A space after the # makes it a paste.
def a;
# ifdef B
def b;
# endif
