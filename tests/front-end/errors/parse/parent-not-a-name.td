// After the colon a class.
def a : 5;
