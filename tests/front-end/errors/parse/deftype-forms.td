// An alias needs a name.
deftype 5 = int;
