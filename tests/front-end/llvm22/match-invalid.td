// What stands before the error is read, and it has no place.
def before { bit m = !match("a", "a?"); }
def f { bit m = !match("a", "(?i)a"); }
