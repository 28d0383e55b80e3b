// Variables of a block end with it.
defvar v = 1;
if 1 then { defvar w = 2; def a { int x = !add(v, w); } }
if 1 then { defvar w = 3; def b { int x = w; } }
