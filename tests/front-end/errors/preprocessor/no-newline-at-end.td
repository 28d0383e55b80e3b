// A directive that ends with the file is none.
#ifndef A
def d;
#endif