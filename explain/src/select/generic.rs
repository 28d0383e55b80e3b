//! Translates generic instructions in a question to the equivalent nodes of the selection graph.

mod reader;

use std::fmt::Write;

use backend::Records;
use isel_backends::{Imported, LowLevelType};
use pattern_model::{Misread, Patterns, PredicateFlags as Flag};
use target_model::instructions::InstructionId;
use target_model::value_types::ValueType;

pub(super) use reader::is_generic;
use reader::{Instruction, Operand, read};

/// The maximum length of a graph's text in bytes. An instruction with several uses is repeated at each of them.
const MAX_TEXT: usize = 1 << 16;
/// The maximum depth of a chain of uses and definitions.
const MAX_DEPTH: usize = 100;

/// The last instruction in `text`, and the texts of the graphs that are equivalent to it. An error if there is no
/// instruction or no such graph.
pub(super) fn graphs(
    records: &Records,
    patterns: &Patterns,
    imported: &Imported,
    text: &str,
) -> Result<(InstructionId, Vec<String>), Misread> {
    let all = read(text)?;
    let translation = Translation {
        records,
        patterns,
        imported,
        all: &all,
    };
    let Some(root) = all.last() else {
        return Err(Misread::whole("there is no instruction"));
    };
    let instruction = translation.instruction(root)?;
    let mut graphs = Vec::new();
    for node in translation.nodes(root, instruction) {
        let mut graph = String::new();
        translation.push(root, node, 0, &mut graph)?;
        graphs.push(graph);
    }
    if graphs.is_empty() {
        Err(Misread::at(
            root.at,
            format!("no 'GINodeEquiv' says which node '{}' is", root.name),
        ))
    } else {
        Ok((instruction, graphs))
    }
}

struct Translation<'t> {
    records: &'t Records,
    patterns: &'t Patterns,
    imported: &'t Imported,
    all: &'t [Instruction<'t>],
}

/// A node or number that is equivalent to an instruction.
#[derive(Clone, Copy)]
enum Stands<'t> {
    Node { name: &'t str, results: usize },
    Number(i64),
}

impl<'t> Translation<'t> {
    fn instruction(&self, it: &Instruction) -> Result<InstructionId, Misread> {
        let rec = self.records.def(it.name);
        let known = rec.and_then(|rec| self.patterns.instructions.number(rec));
        known.ok_or_else(|| {
            let message = format!("'{}' is not a generic instruction", it.name);
            Misread::at(it.at, message)
        })
    }

    /// The nodes that are equivalent to an instruction, or the number for a `G_CONSTANT`.
    fn nodes(&self, it: &Instruction<'t>, instruction: InstructionId) -> Vec<Stands<'t>> {
        if let ("G_CONSTANT", [Operand::Number(value)]) = (it.name, it.uses(1)) {
            return vec![Stands::Number(*value)];
        }
        if let Some(intrinsic) = it.intrinsic().and_then(|name| self.intrinsic(name)) {
            return vec![intrinsic];
        }
        let same = self.imported.equivalences.iter();
        let same = same.filter(|it| it.instruction == instruction);
        let nodes = same.filter_map(|it| {
            let mut nodes = self.patterns.sd_nodes.iter();
            let node = nodes.find(|node| node.rec == it.node)?;
            Some(Stands::Node {
                name: self.records.rec(it.node).name(),
                results: node.results,
            })
        });
        nodes.collect()
    }

    /// The node for a call of an intrinsic. Overloaded types at the end of the name are removed one by one until an
    /// intrinsic has the remaining name.
    fn intrinsic(&self, name: &str) -> Option<Stands<'t>> {
        let mut name = name;
        loop {
            let mut intrinsics = self.patterns.intrinsics.iter();
            if let Some(it) = intrinsics.find(|it| it.name == name) {
                return Some(Stands::Node {
                    name: self.records.rec(it.rec).name(),
                    results: it.results.len(),
                });
            }
            (name, _) = name.rsplit_once('.')?;
        }
    }

    fn push(
        &self,
        it: &Instruction<'t>,
        stands: Stands,
        depth: usize,
        out: &mut String,
    ) -> Result<(), Misread> {
        if depth > MAX_DEPTH || out.len() > MAX_TEXT {
            return Err(Misread::at(it.at, "the graph is too large"));
        }
        let (name, results) = match stands {
            Stands::Number(value) => {
                _ = write!(out, "{value}");
                self.push_types(it, 1, out);
                return Ok(());
            }
            Stands::Node { name, results } => (name, results),
        };
        _ = write!(out, "({name}");
        self.push_types(it, results, out);
        let mut first = true;
        let mut operands: Vec<&Operand> = it.uses(results).iter().collect();
        // The nodes of comparisons have the condition as their last operand.
        if let Some(Operand::Condition(_)) = operands.first() {
            operands.rotate_left(1);
        }
        for operand in operands {
            // In SelectionDAG, the value of a constant is part of its node and not an operand.
            let is_number = matches!(it.name, "G_CONSTANT" | "G_FCONSTANT");
            if is_number || matches!(operand, Operand::Intrinsic(_) | Operand::Other) {
                continue;
            }
            out.push_str(if first { " " } else { ", " });
            first = false;
            self.push_operand(it, operand, depth, out)?;
        }
        out.push(')');
        if let Some(fragment) = self.extension(it.name) {
            _ = write!(out, "<<P:{fragment}>>");
        }
        Ok(())
    }

    fn push_types(&self, it: &Instruction, results: usize, out: &mut String) {
        for number in 0..results {
            match it.result_type(number) {
                Some(ty) => self.push_type(ty, out),
                None => out.push_str(":{ }"),
            }
        }
    }

    fn push_operand(
        &self,
        it: &Instruction<'t>,
        operand: &Operand<'t>,
        depth: usize,
        out: &mut String,
    ) -> Result<(), Misread> {
        match operand {
            Operand::Number(value) => _ = write!(out, "{value}"),
            Operand::Condition(name) => {
                let code = self.condition(name).ok_or_else(|| {
                    let message = format!("there is no condition '{name}'");
                    Misread::at(it.at, message)
                })?;
                out.push_str(code);
            }
            Operand::Value { name, ty } => {
                let definition = self.all.iter().position(|it| it.defines(name));
                match definition.map(|at| &self.all[at]) {
                    Some(def) => {
                        let instruction = self.instruction(def)?;
                        let nodes = self.nodes(def, instruction);
                        let Some(node) = nodes.first() else {
                            let message = format!("no 'GINodeEquiv' is about '{}'", def.name);
                            return Err(Misread::at(def.at, message));
                        };
                        self.push(def, *node, depth + 1, out)?;
                    }
                    None => {
                        out.push('?');
                        let known = || self.all.iter().find_map(|it| it.type_of(name));
                        if let Some(ty) = ty.or_else(known) {
                            self.push_type(ty, out);
                        }
                        _ = write!(out, ":${name}");
                    }
                }
            }
            Operand::Intrinsic(_) | Operand::Other => {}
        }
        Ok(())
    }

    /// The condition code of the selection graph for a predicate of LLVM's IR, such as `eq` in `intpred(eq)`.
    fn condition(&self, name: &str) -> Option<&'t str> {
        let upper = name.to_ascii_uppercase();
        let codes = self.records.derived_if_defined("CondCode");
        let is_code = |field: &str, start: &str, rec: &backend::Rec| {
            let predicate = rec.string(field).unwrap_or_default();
            predicate.strip_prefix(start) == Some(&upper)
        };
        let mut codes = codes.into_iter();
        let code = codes.find(|it| {
            is_code("ICmpPredicate", "ICMP_", it) || is_code("FCmpPredicate", "FCMP_", it)
        });
        code.map(|it| it.name())
    }

    /// The name of a fragment that matches any load with the extension of a `G_SEXTLOAD` or `G_ZEXTLOAD`.
    fn extension(&self, instruction: &str) -> Option<&'t str> {
        let flag = match instruction {
            "G_SEXTLOAD" => Flag::IS_SIGN_EXT_LOAD,
            "G_ZEXTLOAD" => Flag::IS_ZERO_EXT_LOAD,
            _ => return None,
        };
        let mut fragments = self.patterns.fragments.iter();
        let fragment = fragments.find(|it| {
            let predicate = &it.predicate;
            predicate.flags == Flag::IS_LOAD | flag
                && predicate.memory_type.is_none()
                && predicate.scalar_memory_type.is_none()
                && predicate.address_spaces.is_none()
                && predicate.code.is_empty()
        })?;
        Some(fragment.name(self.records))
    }
}

impl Translation<'_> {
    /// Appends the value types that correspond to a low-level type. Types that no register of the target can hold are
    /// left out, unless this leaves no type.
    fn push_type(&self, ty: LowLevelType, out: &mut String) {
        let types = ValueType::all();
        let types = types.filter(|it| ValueType::NORMAL.contains(&it.index()));
        let mut types: Vec<ValueType> = match ty {
            LowLevelType::Pointer { .. } => vec![ValueType::IPTR],
            _ => types
                .filter(|it| LowLevelType::new(*it) == Some(ty))
                .collect(),
        };
        let is_legal = |it: &ValueType| self.patterns.legal_types.contains(*it);
        if types.iter().any(is_legal) {
            types.retain(is_legal);
        }
        if types.is_empty() {
            types.push(ValueType::OTHER);
        }
        let names: Vec<&str> = types.into_iter().map(ValueType::name).collect();
        _ = write!(out, ":{{ *:[{}] }}", names.join(" "));
    }
}
