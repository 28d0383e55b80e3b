//! Which instructions there are, and in which order.

use backend::{Context, Fatal, Models, Options, Records};
use backend_testing::{read, target_source};
use std::sync::Arc;

use super::{GENERIC, Instructions};

fn build(records: &Records) -> Result<Arc<Instructions>, Fatal> {
    let (options, models) = (Options::default(), Models::default());
    Context::new(records, &options, &models).model()
}

#[test]
fn pseudo_instructions_come_before_others_in_byte_order() {
    let text = target_source(
        GENERIC,
        r#"def Toy : Target;
           let Namespace = "Toy" in {
             def A10 : Instruction; def A9 : Instruction;
             let isPseudo = true in { def P9 : Instruction; def P10 : Instruction; }
           }
           def MINE : Instruction { let Namespace = "TargetOpcode"; }"#,
    );
    let records = read(&text);
    let instructions = build(&records).unwrap();
    let names = |list: &[super::Instruction]| -> Vec<String> {
        list.iter().map(|it| it.name.to_string()).collect()
    };
    assert_eq!(names(instructions.generic()), GENERIC);
    assert_eq!(names(instructions.pseudo()), ["P10", "P9"]);
    assert_eq!(names(instructions.real()), ["A10", "A9"]);
    assert_eq!(instructions.namespace(), "Toy");
    let number = |name| instructions.number(records.def(name).unwrap());
    assert_eq!(number("PHI").unwrap().0, 0);
    assert_eq!(number("A9").unwrap().index(), GENERIC.len() + 3);
    assert_eq!(number("MINE"), None);
}

#[test]
fn instructions_that_are_missing() {
    #[track_caller]
    fn check(generic: &[&str], text: &str, want: &str) {
        let text = target_source(generic, text);
        assert_eq!(build(&read(&text)).err().unwrap().message, want);
    }
    check(
        &["PHI"],
        "def Toy : Target;",
        "No 'Instruction' subclasses defined!",
    );
    let but_last = &GENERIC[..GENERIC.len() - 1];
    check(
        but_last,
        "def Toy : Target;",
        "Could not find 'G_UBFX' instruction!",
    );
    check(GENERIC, "", "No 'Target' subclasses defined!");
}
