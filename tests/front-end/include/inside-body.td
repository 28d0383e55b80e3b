// An include inside a body supplies fields.
def d {
  include "fields.inc"
  int last = 3;
}
