// A # that does not start a line, or that no directive follows, is a paste.
def a#define;
def x
#y;
foreach i = [1] in def p
#i;
