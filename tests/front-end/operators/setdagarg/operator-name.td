// The operator's name stays when an argument is replaced.
class Op;
def op : Op;
def d { dag a = !setdagarg((op:$n 1), 0, 2); dag b = !setdagname((op:$n 1), 0, "q"); }
