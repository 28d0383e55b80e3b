// NAME in a class is the name of the record that inherits from it.
class A { string n = NAME; string m = NAME # "_suffix"; }
class B : A { string k = n # "!"; }
def d : A;
def e : B;
