// Arms of no type.
def a { int x = !if(1, ?, ?); }
