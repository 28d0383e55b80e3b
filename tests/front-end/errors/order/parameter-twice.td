// The second default is assigned to the first argument before the name is compared.
class A<string s = "a", int s = 1>;
