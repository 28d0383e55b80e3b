//! Debugging output about rules and patterns.

use std::fmt::Write;

use elaborate::symbol::Sym;
use indexmap::IndexMap;

use super::Unit;
use super::fragment::{Fragment, Param, ParamKind};
use super::pattern::{
    InstructionPattern, Operand, OperandTable, Pattern, PatternKind, What, joined,
};
use super::rule::{Alternatives, CombineRule};

impl Unit<'_> {
    /// The text for a pattern in the reference's debugging output. It contains the pattern's name if `with_name` is
    /// set.
    pub(super) fn pattern_text(&self, pattern: &Pattern, with_name: bool) -> String {
        self.text(pattern, with_name, "match")
    }

    fn text(&self, pattern: &Pattern, with_name: bool, role: &str) -> String {
        let (kind, content) = match &pattern.kind {
            PatternKind::AnyOpcode(opcodes) => {
                let names = opcodes.iter().map(|it| &*self.instructions.get(*it).name);
                let names: Vec<&str> = names.collect();
                ("AnyOpcodePattern", format!("[{}]", names.join(", ")))
            }
            PatternKind::Code(code) => {
                let code = hex_escaped(code);
                ("CXXPattern", format!("{role} code:\"{code}\""))
            }
            PatternKind::Instruction(instruction) => {
                let kind = match instruction.what {
                    What::Instruction { .. } => "CodeGenInstructionPattern",
                    What::Fragment(_) => "PatFragPattern",
                    What::Builtin(_) => "BuiltinPattern",
                };
                (kind, self.instruction_text(instruction))
            }
        };
        let name = if with_name {
            format!("name:{} ", pattern.name)
        } else {
            String::new()
        };
        format!("({kind} {name}{content})")
    }

    fn instruction_text(&self, pattern: &InstructionPattern) -> String {
        let operands = pattern.operands.iter().map(|it| self.operand_text(it));
        let operands: Vec<String> = operands.collect();
        let mut text = format!("{} operands:[{}]", pattern.of, operands.join(", "));
        if let Some(intrinsic) = pattern.intrinsic() {
            let _ = write!(text, " intrinsic(@{})", intrinsic.name);
        }
        if let Some(flags) = pattern.flags() {
            text += " (MIFlags";
            let lists = [
                ("set", &flags.set),
                ("unset", &flags.unset),
                ("copy", &flags.copied),
            ];
            for (what, flags) in lists {
                if !flags.is_empty() {
                    let _ = write!(text, " ({what} {})", joined(flags));
                }
            }
            text.push(')');
        }
        text
    }

    fn operand_text(&self, operand: &Operand) -> String {
        let def = if operand.is_def { "<def>" } else { "" };
        let ty = operand.ty.text(self.cx.records);
        let what = match operand.value {
            Some(value) if !operand.ty.is_none() => format!("({ty} {value})"),
            Some(value) => value.to_string(),
            None => ty,
        };
        let name = match (operand.is_named(), what.is_empty()) {
            (false, _) => String::new(),
            (true, true) => format!("${}", operand.name),
            (true, false) => format!(":${}", operand.name),
        };
        format!("{def}{what}{name}")
    }

    fn fragment_text(&self, fragment: &Fragment, indent: &str) -> String {
        let mut text = format!("{indent}(PatFrag name:{}\n", fragment.name);
        for (what, params) in [("ins", fragment.ins()), ("outs", fragment.outs())] {
            if !params.is_empty() {
                let params: Vec<String> = params.iter().map(param_text).collect();
                let _ = writeln!(text, "{indent}  ({what} [{}])", params.join(", "));
            }
        }
        let _ = writeln!(text, "{indent}  (alternatives [");
        for alternative in &fragment.alternatives {
            let _ = writeln!(text, "{indent}    [");
            for pattern in &alternative.patterns {
                let pattern = self.pattern_text(pattern, true);
                let _ = writeln!(text, "{indent}      {pattern},");
            }
            let _ = writeln!(text, "{indent}    ],");
        }
        let _ = write!(text, "{indent}  ])\n{indent})");
        text
    }

    /// The text for a rule in the reference's debugging output.
    pub(super) fn rule_text(&self, rule: &CombineRule) -> String {
        let mut text = format!(
            "(CombineRule name:{} id:{} root:{}\n",
            rule.rec.name(),
            rule.id,
            rule.root_name
        );
        if !rule.match_data.is_empty() {
            text += "  (MatchDatas\n";
            for data in &rule.match_data {
                let _ = writeln!(
                    text,
                    "    (MatchDataDef symbol:{} type:{})",
                    data.symbol, data.ty
                );
            }
            text += "  )\n";
        }
        if !rule.fragments.is_empty() {
            text += "  (PatFrags\n";
            for fragment in &rule.fragments {
                text += &self.fragment_text(&self.fragments.all[*fragment], "    ");
                text.push('\n');
            }
            text += "  )\n";
        }
        let is_match_root = |at: usize| rule.match_root == Some(at);
        let is_apply_root = |at: usize| rule.apply_roots.contains(&at);
        self.push_patterns(&mut text, "MatchPats", "match", &rule.matches, |at| {
            if is_match_root(at) {
                "<match_root>"
            } else {
                ""
            }
        });
        self.push_patterns(&mut text, "ApplyPats", "apply", &rule.applies, |at| {
            if is_apply_root(at) {
                "<apply_root>"
            } else {
                ""
            }
        });
        push_table(&mut text, "MatchPats", &rule.match_table, &rule.matches);
        push_table(&mut text, "ApplyPats", &rule.apply_table, &rule.applies);
        if rule.permutations.len() > 1 {
            text += "  (PermutationsToEmit\n";
            for alternatives in &rule.permutations {
                let _ = writeln!(text, "    {},", alternatives_text(rule, alternatives));
            }
            text += "  )\n";
        }
        text + ")\n"
    }

    fn push_patterns(
        &self,
        text: &mut String,
        title: &str,
        role: &str,
        patterns: &IndexMap<Sym, Pattern>,
        root: impl Fn(usize) -> &'static str,
    ) {
        let _ = write!(text, "  ({title} ");
        if patterns.is_empty() {
            *text += "<empty>)\n";
            return;
        }
        text.push('\n');
        for (at, pattern) in patterns.values().enumerate() {
            let (root, name) = (root(at), pattern.name);
            let pattern = self.text(pattern, false, role);
            let _ = writeln!(text, "    {root}{name}:{pattern}");
        }
        *text += "  )\n";
    }
}

/// The alternatives that were chosen for fragments, as a list of texts in byte order.
pub(super) fn alternatives_text(rule: &CombineRule, alternatives: &Alternatives) -> String {
    let text =
        |(pattern, number): &(usize, usize)| format!("{}[{number}]", rule.matches[*pattern].name);
    let mut texts: Vec<String> = alternatives.iter().map(text).collect();
    texts.sort_unstable();
    format!("[{}]", texts.join(", "))
}

fn push_table(
    text: &mut String,
    title: &str,
    table: &OperandTable,
    patterns: &IndexMap<Sym, Pattern>,
) {
    let _ = write!(text, "  (OperandTable {title} ");
    if table.iter().len() == 0 {
        *text += "<empty>)\n";
        return;
    }
    text.push('\n');
    for (name, definition) in table.iter() {
        let definition = definition.map_or("<live-in>", |at| patterns[at].name.as_str());
        let _ = writeln!(text, "    {name} -> {definition}");
    }
    *text += "  )\n";
}

fn param_text(param: &Param) -> String {
    let kind = match param.kind {
        ParamKind::Root => "root",
        ParamKind::MachineOperand => "machine_operand",
        ParamKind::Immediate => "imm",
    };
    format!("{}:{kind}", param.name)
}

/// The text with doubled backslashes. Quotes and bytes that are not printable ASCII become `\` and two hexadecimal
/// digits.
fn hex_escaped(text: &str) -> String {
    let mut out = String::new();
    for &byte in elaborate::records::encode(text).iter() {
        match byte {
            b'\\' => out.push_str("\\\\"),
            b' '..=b'~' if byte != b'"' => out.push(byte.into()),
            _ => {
                let _ = write!(out, "\\{byte:02X}");
            }
        }
    }
    out
}
