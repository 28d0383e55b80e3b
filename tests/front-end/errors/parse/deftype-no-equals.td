// An alias needs an equals sign.
deftype T int;
