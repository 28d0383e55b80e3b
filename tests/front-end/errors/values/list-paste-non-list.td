// A paste of a list and a number.
defvar x = [1] # 5;
def d { list<int> l = x; }
