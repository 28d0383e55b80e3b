// Records are printed in byte order of their names.
def b;
def a10;
def a9;
def B;
def _x;
def a;
