// A comma promises another class.
class A;
def a : A, ;
