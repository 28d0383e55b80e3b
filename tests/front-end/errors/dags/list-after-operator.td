// A bracket after the operator indexes it.
class Op;
def op : Op;
def d { dag g = (op [1, 2]); }
