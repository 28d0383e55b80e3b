// A condition that is no number.
if "x" then def a;
