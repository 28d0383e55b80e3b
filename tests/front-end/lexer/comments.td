// Comments of both kinds; block comments nest.
/* one /* two */ still one */ def a; // to the end /* of the line
def /* between */ b /**/ ;
/**/def c;//
