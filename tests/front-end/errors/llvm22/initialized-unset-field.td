// An unset field is neither.
def f { int u; bit a = !initialized(u); }
