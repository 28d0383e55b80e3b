// A range in angle brackets cannot be empty.
let x<> = 1 in def a;
