// Code must end.
def d { code c = [{ abc } ]
; }
