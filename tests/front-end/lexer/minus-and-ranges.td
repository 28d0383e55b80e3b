// A minus directly before a digit belongs to the number.
def d {
  bits<8> v = 0xA5;
  bits<4> a = v{7-4};
  bits<4> b = v{7 - 4};
  bits<4> c = v{7 -4};
}
foreach i = 0-2 in def a#i;
foreach i = 0 -1 in def b#i;
foreach i = 3...4 in def c#i;
