mod classes;
mod comments;
mod names;
mod records;
mod strings;

use expect_test::Expect;

use super::*;
use crate::testing::fixture;

/// The hover at the cursor, and the names of its links.
fn check(text: &str, want: Expect) {
    let fixture = fixture(text);
    match hover(fixture.host.db(), &fixture.cursor()) {
        None => want.assert_eq("nothing"),
        Some(it) => {
            let links: Vec<String> = it
                .links
                .iter()
                .map(|(name, range)| format!("{name} -> {}", fixture.show(range)))
                .collect();
            let listed = it.listed.iter().map(|it| {
                let at = it.at.iter().map(|at| fixture.show(at));
                format!("{}: {} -> {}\n", it.name, it.detail, at.collect::<String>())
            });
            let listed: String = listed.collect();
            let text = it.text.markdown();
            want.assert_eq(&format!("{text}\n{listed}[{}]\n", links.join(", ")));
        }
    }
}

const INST: &str = "\
// An instruction.
class Inst<int op, string asm = \"\"> {
  bits<8> Opcode = op;
  string Asm = asm;
  bit Load = 0; // Reads memory.
}
";

fn check_inst(text: &str, want: Expect) {
    check(&format!("{INST}{text}"), want);
}
