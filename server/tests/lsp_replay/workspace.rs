//! The edited workspace: its files, build files and settings, and texts to type.

use serde_json::{Value, json};

pub(super) const FILES: [(&str, &str); 5] = [
    (
        "Base.td",
        "\
class Reg<int n, string s = \"r\"> { int Number = n; string Name = s # n; }
class Use<Reg r> { int Twice = !mul(r.Number, 2); }
multiclass Pair<int n> {
  def A : Reg<n>;
  def B : Reg<!add(n, 1)>;
}
",
    ),
    (
        "Regs.td",
        "\
include \"Base.td\"
defset list<Reg> All = {
  foreach i = [1, 2, 3] in
    def R#i : Reg<i>;
}
defm P : Pair<10>;
let Number = 99 in {
  def Q : Reg<0, \"q\">;
}
",
    ),
    (
        "Root.td",
        "\
include \"Regs.td\"
#ifdef EXTRA
def Extra : Use<Extra>;
#endif
def UseR1 : Use<R1>;
def UsePB : Use<PB>;
def : Use<Reg<7>>;
foreach r = All in def All_#r.Name : Use<r>;
include \"Extra.td\"
",
    ),
    (
        "Other.td",
        "\
include \"Base.td\"
def OtherReg : Reg<4>;
defm O : Pair<20>;
def OtherUse : Use<OtherReg> { int Own = !add(Twice, 1); }
",
    ),
    (
        "Extra.td",
        "\
class Late<int n = 3> { list<int> Values = [n, n]; }
def LateOne : Late;
def LateTwo : Late<2>;
",
    ),
];

/// All others include these, or may: the unit in which they are shown was chosen.
pub(super) const ROOTS: [&str; 2] = ["Root.td", "Other.td"];

/// A root that is never opened, with its includes. Settings and a build file determine its command line.
pub(super) const CLOSED: &str = "Closed.td";
pub(super) const CLOSED_FILES: [(&str, &str); 4] = [
    (
        CLOSED,
        "\
include \"Config.td\"
#ifdef WIDE
def Wide : Cell<64>;
#endif
def Narrow : Cell<width>;
include \"parts/Part.td\"
",
    ),
    (
        "one/Config.td",
        "class Cell<int n> { int Size = n; }\ndefvar width = 1;\n",
    ),
    (
        "two/Config.td",
        "class Cell<int n> { int Size = n; }\ndefvar width = 2;\n",
    ),
    (PARTS[0], "def Part : Cell<8>;\n"),
];

/// The file of a folder that is renamed, under each of its names.
pub(super) const PARTS: [&str; 2] = ["parts/Part.td", "moved/Part.td"];

pub(super) const BUILD_FILE: &str = "CMakeLists.txt";

/// Possible contents of the build file for the closed root.
pub(super) const BUILDS: [&str; 4] = [
    "set(LLVM_TARGET_DEFINITIONS Closed.td)\ntablegen(LLVM C.inc -print-records)\n",
    "set(LLVM_TARGET_DEFINITIONS Closed.td)\ntablegen(LLVM C.inc -print-records -DWIDE)\n",
    "include_directories(two)\nset(LLVM_TARGET_DEFINITIONS Closed.td)\n\
     tablegen(LLVM C.inc -print-records)\n",
    "set(LLVM_TARGET_DEFINITIONS Closed.td)\ntablegen(LLVM C.inc -print-records)\n\
     tablegen(LLVM D.inc -print-records -DWIDE)\n",
];

/// Possible settings of the client for it.
pub(super) fn settings(number: usize) -> Value {
    match number {
        0 => json!({}),
        1 => json!({"includeDirs": ["one"]}),
        2 => json!({"includeDirs": ["two"]}),
        _ => json!({"units": [{"root": CLOSED, "includeDirs": ["two"], "macros": ["WIDE"]}]}),
    }
}

/// Pieces of text that complete, break or change statements.
pub(super) const PIECES: [&str; 22] = [
    "def ",
    ";",
    "{",
    "}",
    "R1",
    "PB",
    "Reg",
    "<",
    ">",
    "1",
    "\n",
    " : ",
    "class ",
    "\"",
    "//",
    "#define EXTRA\n",
    "include \"Base.td\"\n",
    "let Number = 3 in ",
    "defm ",
    "foreach ",
    "é𝄞",
    "#",
];

pub(super) fn fixture() -> String {
    let files = FILES.iter().chain(&CLOSED_FILES);
    files
        .map(|(name, text)| format!("//- {name}\n{text}"))
        .collect()
}
