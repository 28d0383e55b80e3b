// A string ends on its line.
def d { string s = "abc
; }
