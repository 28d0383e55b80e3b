// MODE: null-backend
// Records are checked without a backend.
def d { int v; int w = v; assert 0, "msg"; }
