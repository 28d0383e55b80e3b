// An error of meaning in a file that is included in a body.
def d {
  include "wrong-field.inc"
}
