// A comment must end.
def a;
/* open /* nested */
def b;
