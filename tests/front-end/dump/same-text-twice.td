// A message is printed as often as its statement is run.
foreach i = [1, 2] in if 1 then { dump "then"; } else { dump "else"; }
foreach i = [1, 2, 3] in dump "loop";
class A { dump "record"; }
foreach i = [1, 2] in def a#i : A;
