// Inactive text that is never closed.
#ifdef A
def a;
