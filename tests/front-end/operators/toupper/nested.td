// Case conversion composes with pastes.
class A<string s> { string v = "pre" # !toupper(s # "x"); bit b = !eq(!toupper(s), "AB"); }
def d : A<"ab">;
