// An alias is defined once.
deftype T = int;
deftype T = string;
