// A keyword at the end of the file.
def a;
class
