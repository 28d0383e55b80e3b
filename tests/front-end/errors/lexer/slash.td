// A single slash.
def d / e;
