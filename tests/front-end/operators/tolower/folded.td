// Case conversion of ASCII.
class A<string s> { string lo = !tolower(s); string up = !toupper(s); }
def d : A<"MiXed_1é">;
