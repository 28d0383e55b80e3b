// A class is no value.
class K;
def a { K x = K; }
