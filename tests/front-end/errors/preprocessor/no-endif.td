// Active text that is never closed.
#ifndef A
def a;
