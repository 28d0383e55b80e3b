// Names of dag arguments.
class Op;
def op : Op;
def d { dag g = (op $a, 1:$_b1, ?:$C, 2 :$e); }
