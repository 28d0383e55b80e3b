// MODE: print-enums
// ARGS: --class=K
// The names of a class's records.
class K;
def b : K;
def a10 : K;
def a9 : K;
def other;
def : K;
