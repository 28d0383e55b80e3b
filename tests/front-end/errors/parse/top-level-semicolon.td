// An empty statement.
def a;
;
