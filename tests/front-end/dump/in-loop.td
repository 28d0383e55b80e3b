// In loops and conditions.
foreach i = [1, 2] in { dump "i = " # i; }
if 1 then { dump "then"; } else { dump "else"; }
