use expect_test::expect;

use crate::tests::check;

const PRELUDE: &str = r#"
class Kind; def KIND_FLAG : Kind; def KIND_JOINED : Kind; def KIND_SEPARATE : Kind; def KIND_COMMAJOINED : Kind; def KIND_MULTIARG : Kind; def KIND_INPUT : Kind;
class Flag; def HelpHidden : Flag; def Default : Flag; def Other : Flag;
class OptionGroup<string n> { string Name = n; OptionGroup Group = ?; list<Flag> Flags = []; list<Flag> Visibility = []; string HelpText = ?; string DocName = ?; code DocBrief = ?; bit DocFlatten = 0; }
class Help<list<Flag> v, string t> { list<Flag> Visibilities = v; string Text = t; }
class Option<list<string> p, string n, Kind k> {
  list<string> Prefixes = p; string Name = n; Kind Kind = k; int NumArgs = 0; OptionGroup Group = ?; Option Alias = ?;
  list<string> AliasArgs = []; list<Flag> Flags = []; list<Flag> Visibility = [Default]; string MetaVarName = ?;
  string Values = ?; string HelpText = ?; code DocBrief = ?; list<Help> HelpTextsForVariants = [];
}
def GlobalDocumentation { code Intro = "Intro"; string Program = "Tool"; list<string> VisibilityMask = ["Default"]; list<string> IgnoreFlags = ["HelpHidden"]; }
"#;

#[test]
fn options() {
    check(
        "gen-opt-docs",
        &(PRELUDE.to_owned()
            + r#"
def input : Option<[], "<input>", KIND_INPUT>;
def c : Option<["-"], "c", KIND_FLAG> { let HelpText = "Only *compile*"; }
def compile : Option<["--"], "compile", KIND_FLAG> { let Alias = c; }
def L : OptionGroup<"<L group>"> { let DocName = "Language flags"; let DocBrief = "All of them."; }
def flat : OptionGroup<"<flat>"> { let Group = L; let DocFlatten = 1; }
def std : Option<["-", "--"], "std=", KIND_JOINED> { let Group = flat; let Values = "c,c++,objc"; let HelpText = "Language"; }
def fx : Option<["-"], "fx", KIND_FLAG> { let Group = L; let HelpTextsForVariants = [Help<[Other], "o">, Help<[Default], "d_x">]; }
def fno_x : Option<["-"], "fno-x", KIND_FLAG> { let Group = L; }
def W : Option<["-"], "W,", KIND_COMMAJOINED> { let HelpText = "Pass on."; }
def W2 : Option<["-"], "W", KIND_MULTIARG> { let NumArgs = 2; }
def o : Option<["-"], "o", KIND_SEPARATE> { let MetaVarName = "<file>"; let DocBrief = "See [here]."; let HelpText = "not seen"; }
def O4 : Option<["-"], "O4", KIND_FLAG> { let Alias = std; let AliasArgs = ["c"]; let Visibility = [Default]; }
def hidden : Option<["-"], "hidden", KIND_FLAG> { let Flags = [HelpHidden]; }
def unseen : OptionGroup<"<unseen>">;
"#),
        expect![[r#"
            Intro
            .. program:: tool
            .. option:: -W <arg1> <arg2>

            .. program:: tool1
            .. option:: -W,<arg1>,<arg2>...
            .. program:: tool

            Pass on.

            .. option:: -c, --compile

            Only \*compile\*

            .. option:: -o <file>

            See [here].

            Language flags
            ==============
            All of them.

            .. option:: -fx, -fno-x

            d_x

            .. option:: -std=<arg>, --std=<arg>, -O4 (equivalent to -std=c)

            Language. <arg> must be 'c', 'c++' or 'objc'.

        "#]],
    );
}

#[test]
fn documentation_needs_an_introduction() {
    check(
        "gen-opt-docs",
        "class Option;",
        expect![[r#"
        error: The GlobalDocumentation top-level definition is missing, no documentation will be generated.
    "#]],
    );
    check(
        "gen-opt-docs",
        "def GlobalDocumentation { string Intro = \"x\"; }",
        expect![[r#"
            1: error: Record `GlobalDocumentation' does not have a field named `Program'!

        "#]],
    );
}
