// A negative width.
def d { bits<-1> b; }
