//! Tests of the parts on steps written by hand, and of the whole on small sources.

mod fields;
mod releases;
mod steps;
mod tables;
mod whole;

use backend::ids::Id;
use backend_testing::{isel_source, read_as, run};
use elaborate::records::Release;
use elaborate::symbol::Sym;
use pattern_model::{FragmentId, PatternId, SdNodeId};
use target_model::releases::opcodes;
use target_model::value_types::ValueType;

use super::matchers::{MatcherId, Matchers, Opcode};
use super::step::{Int, Step};

/// The output for a target with some instructions and patterns.
fn write(options: &[(&'static str, &'static str)], text: &str) -> String {
    write_as(Release::V19, options, text)
}

/// The same by another release.
fn write_as(release: Release, options: &[(&'static str, &'static str)], text: &str) -> String {
    let source = isel_source(opcodes(release), text);
    let records = read_as(release, &source);
    run(crate::ALL, "gen-dag-isel", options, &records).text_or_error()
}

/// Matchers of operators `A`, `B` and `C`, of which `C` always yields an `i32`. `D` is another name for the opcode of
/// `A`.
fn matchers() -> Matchers {
    let opcode = |class, ty| Opcode {
        class,
        results: 1,
        ty,
    };
    let opcodes = [
        opcode(0, None),
        opcode(1, None),
        opcode(2, Some(ValueType::I32)),
        opcode(0, None),
    ];
    Matchers::new(opcodes.into())
}

/// Steps in words, separated by commas: `Opcode A, Record x, Type i32, Done 0`.
fn parse(matchers: &mut Matchers, text: &str) -> Vec<Step> {
    let steps = text.split(", ");
    steps.map(|step| parse_step(matchers, step)).collect()
}

fn parse_step(matchers: &mut Matchers, text: &str) -> Step {
    let mut words = text.split(' ');
    let name = words.next().unwrap();
    let args: Vec<&str> = words.collect();
    let number = |at: usize| args[at].parse::<u32>().unwrap();
    let child = |at: usize| args[at].parse::<u8>().unwrap();
    match name {
        "Record" => Step::RecordNode {
            slot: 0,
            what: Sym::new(args[0]),
        },
        "MoveChild" => Step::MoveChild(number(0)),
        "MoveParent" => Step::MoveParent,
        "Same" => Step::CheckSame(number(0)),
        "If" => Step::CheckPatternPredicate(Sym::new(args[0])),
        "Predicate" => Step::CheckPredicate {
            fragment: FragmentId::from_index(number(0) as usize),
            arguments: matchers.parts.list(std::iter::empty()),
        },
        "Opcode" => {
            let letter = args[0].as_bytes()[0];
            Step::CheckOpcode(SdNodeId::from_index((letter - b'A').into()))
        }
        "Type" => Step::CheckType {
            ty: value_type(args[0]),
            result: args.get(1).map_or(0, |it| it.parse().unwrap()),
        },
        "ChildType" => Step::CheckChildType {
            child: child(0),
            ty: value_type(args[1]),
        },
        "Integer" => Step::CheckInteger(Int::new(args[0].parse().unwrap())),
        "Cond" => Step::CheckCondCode(Sym::new(args[0])),
        "Done" => Step::CompleteMatch {
            results: matchers.parts.list(std::iter::empty()),
            pattern: PatternId::from_index(number(0) as usize),
        },
        _ => panic!("what is {text}?"),
    }
}

fn value_type(name: &str) -> ValueType {
    ValueType::named(name).unwrap()
}

/// A step in words, as [`parse`] reads it where it can.
fn words(step: Step) -> String {
    match step {
        Step::RecordNode { what, .. } => format!("Record {what}"),
        Step::RecordChild { child, what, .. } => format!("RecordChild {child} {what}"),
        Step::MoveChild(child) => format!("MoveChild {child}"),
        Step::MoveSibling(child) => format!("MoveSibling {child}"),
        Step::MoveParent => "MoveParent".to_owned(),
        Step::CheckSame(slot) => format!("Same {slot}"),
        Step::CheckChildSame { child, slot } => format!("ChildSame {child} {slot}"),
        Step::CheckPatternPredicate(code) => format!("If {code}"),
        Step::CheckPredicate { fragment, .. } => format!("Predicate {}", fragment.index()),
        Step::CheckOpcode(node) => format!("Opcode {}", letter(node)),
        Step::CheckType { ty, result: 0 } => format!("Type {}", ty.name()),
        Step::CheckType { ty, result } => format!("Type {} {result}", ty.name()),
        Step::CheckChildType { child, ty } => format!("ChildType {child} {}", ty.name()),
        Step::CheckInteger(value) => format!("Integer {}", value.get()),
        Step::CheckChildInteger { child, value } => format!("ChildInteger {child} {}", value.get()),
        Step::CheckCondCode(condition) => format!("Cond {condition}"),
        Step::CheckChild2CondCode(condition) => format!("Child2Cond {condition}"),
        Step::CompleteMatch { pattern, .. } => format!("Done {}", pattern.index()),
        _ => panic!("what is {step:?}?"),
    }
}

fn letter(node: SdNodeId) -> char {
    char::from(b'A' + node.index() as u8)
}

/// A matcher in words, with the contents of scopes and switches.
fn show(matchers: &Matchers, first: Option<MatcherId>) -> String {
    let mut text = String::new();
    push(matchers, first, 0, &mut text);
    text
}

fn push(matchers: &Matchers, first: Option<MatcherId>, indent: usize, text: &mut String) {
    let line = |text: &mut String, words: &str| {
        *text += &format!("{:indent$}{words}\n", "");
    };
    for (_, step) in matchers.from(first) {
        match step {
            Step::Scope(scope) => {
                for it in matchers.scope(scope) {
                    line(text, "try");
                    push(matchers, Some(*it), indent + 2, text);
                }
            }
            Step::SwitchOpcode(switch) => {
                for (node, it) in matchers.opcode_cases(switch) {
                    line(text, &format!("case {}", letter(*node)));
                    push(matchers, Some(*it), indent + 2, text);
                }
            }
            Step::SwitchType(switch) => {
                for (ty, it) in matchers.type_cases(switch) {
                    line(text, &format!("case {}", ty.name()));
                    push(matchers, Some(*it), indent + 2, text);
                }
            }
            step => line(text, &words(step)),
        }
    }
}
