// Checkers of the static analyzer.
// by clang: gen-clang-sa-checkers

class Opt<bits<2> t, string f> { bits<2> Type = t; string CmdFlag = f; string Desc = "de\"sc"; string DefaultVal = "0"; bits<1> DevelopmentStage = 1; bit Hidden = 0; }
class Package<string n> { string PackageName = n; Package ParentPackage = ?; list<Opt> PackageOptions = ?; bit Hidden = 0; }
class Checker<string n> {
  string CheckerName = n; Package ParentPackage = ?; string HelpText = ?; bits<2> Documentation = 1; bit Hidden = 0;
  list<Checker> Dependencies = ?; list<Checker> WeakDependencies = ?; list<Opt> CheckerOptions = ?;
}
def Core : Package<"core">;
def Alpha : Package<"alpha">;

//- plain
def NullChecker : Checker<"Null"> { let ParentPackage = Core; let HelpText = "Null\nchecks"; }

//- packages
def AlphaCore : Package<"core"> { let ParentPackage = Alpha; let Hidden = 1; }
def Cast : Checker<"Cast"> { let ParentPackage = AlphaCore; let HelpText = "Casts"; let Documentation = 0; }

//- dependencies
def A : Checker<"A"> { let ParentPackage = Core; let HelpText = ""; }
def B : Checker<"B"> { let ParentPackage = Alpha; let HelpText = "b"; let Dependencies = [A]; let WeakDependencies = [A]; }

//- options
def A : Checker<"A"> { let ParentPackage = Core; let HelpText = "a"; let CheckerOptions = [Opt<2, "Strict">, Opt<0, "Depth">]; }

//- package-options
def P : Package<"p"> { let PackageOptions = [Opt<1, "Name">]; }
def A : Checker<"A"> { let ParentPackage = P; let HelpText = "a"; let Hidden = 1; }

//- documented
def A : Checker<"A"> { let ParentPackage = Core; let HelpText = "a"; let Documentation = 2; }
def B : Checker<"B"> { let ParentPackage = Alpha; let HelpText = "b"; let Documentation = 1; }

//- order
def Z : Package<"b"> { let ParentPackage = Core; }
def C2 : Checker<"A"> { let ParentPackage = Z; let HelpText = "1"; }
def C1 : Checker<"B"> { let ParentPackage = Core; let HelpText = "2"; }

//- same-names
def A1 : Checker<"A"> { let ParentPackage = Core; let HelpText = "a"; }
def A2 : Checker<"A"> { let ParentPackage = Core; let HelpText = "b"; }

//- without-packages
def A : Checker<"A"> { let HelpText = "a"; }
def P : Package<"p">;

//- hidden
def P : Package<"p"> { let Hidden = 1; let ParentPackage = Core; }
def Q : Package<"q"> { let ParentPackage = P; }
def A : Checker<"A"> { let ParentPackage = Q; let HelpText = "a"; }
