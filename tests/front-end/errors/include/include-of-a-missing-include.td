class A;
include include "nowhere.inc"
def d : Missing;
