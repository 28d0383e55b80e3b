// MODE: print-enums
// ARGS: --class=None
// A class without records.
class K;
def a : K;
