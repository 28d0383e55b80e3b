//! `-gen-sd-node-info`: the nodes that a target adds to LLVM's selection DAG.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use backend::offset_table::OffsetTable;
use backend::string_offset_table::StringOffsetTable;
use backend::text::push_header;
use backend::{
    Backend, BackendOption, Context, Fatal, LONG_STRING_LITERALS, Output, Rec, Release, Severity,
    bail,
};
use elaborate::value::ValueId;
use pattern_model::{Demand, Properties, SdNode};
use target_model::hw_modes::ModeId;
use target_model::target::Target;
use target_model::value_types::{ValueType, ValueTypes};

const NAMESPACE: BackendOption = BackendOption::text(
    "sdnode-namespace",
    "The namespace of the target's nodes, otherwise its name and ISD",
);

const WARN: BackendOption = BackendOption::flag_on(
    "warn-on-skipped-nodes",
    "Say which nodes are left out, and why",
);

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-sd-node-info",
    "Describe the nodes of the selection graph that a target has for itself",
    &["SDNode", "Target"],
    write,
)
.options(&[NAMESPACE, WARN, LONG_STRING_LITERALS]);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let target = cx.model::<Target>()?;
    let namespace = match cx.options.given_text(&NAMESPACE) {
        Some(namespace) => namespace.to_owned(),
        None => format!("{}ISD", target.name),
    };
    let mut by_name = BTreeMap::new();
    for node in SdNode::all(cx.records, &target.modes)? {
        let node = Node::read(cx.records.rec(node.rec), node)?;
        match node.node.opcode.split_once("::") {
            Some((space, name)) if !space.is_empty() && !name.is_empty() => {
                if space == namespace {
                    let nodes: &mut Vec<Node> = by_name.entry(name.to_owned()).or_default();
                    nodes.push(node);
                }
            }
            _ => warn(cx, &node, "invalid enum name"),
        }
    }
    by_name.retain(|_, nodes| {
        let fits = nodes[1..].iter().all(|it| it.can_share(&nodes[0]));
        if !fits {
            nodes
                .iter()
                .for_each(|it| warn(cx, it, "incompatible description"));
        }
        fits
    });
    let nodes: Vec<_> = by_name.into_iter().collect();
    let emitter = Emitter {
        cx,
        target: &target.name,
        namespace: &namespace,
        demands: nodes.iter().map(|(_, it)| demands(cx, it)).collect(),
        nodes,
    };
    push_header(out, "Target SDNode descriptions", cx.records);
    emitter.push_enum(out);
    emitter.push_descriptions(out);
    Ok(())
}

fn warn(cx: &Context, node: &Node, reason: &str) {
    if cx.options.is_on(&WARN) {
        let message = format!("skipped node: {reason}");
        cx.report(node.rec.diagnostic(Severity::Warning, message));
    }
}

struct Node<'a> {
    rec: Rec<'a>,
    node: SdNode,
    is_strict: bool,
    target_flags: u32,
}

/// The properties that distinguish descriptions, in output order.
const PROPERTIES: [(Properties, &str); 6] = [
    (Properties::HAS_CHAIN, "SDNPHasChain"),
    (Properties::OUT_GLUE, "SDNPOutGlue"),
    (Properties::IN_GLUE, "SDNPInGlue"),
    (Properties::OPTIONAL_IN_GLUE, "SDNPOptInGlue"),
    (Properties::VARIADIC, "SDNPVariadic"),
    (Properties::MEMORY_OPERAND, "SDNPMemOperand"),
];

impl<'a> Node<'a> {
    fn read(rec: Rec<'a>, node: SdNode) -> Result<Node<'a>, Fatal> {
        let is_strict = rec.bit("IsStrictFP")?;
        let mut target_flags = 0;
        for (at, bit) in rec.bits("TSFlags")?.iter().enumerate() {
            match *bit {
                ValueId::TRUE if at < 32 => target_flags |= 1 << at,
                ValueId::TRUE | ValueId::FALSE => {}
                _ => bail!(rec, "Invalid TSFlags"),
            }
        }
        Ok(Node {
            rec,
            node,
            is_strict,
            target_flags,
        })
    }

    /// Whether two nodes can share a description. Their type constraints may differ.
    fn can_share(&self, other: &Node) -> bool {
        let all = PROPERTIES
            .iter()
            .fold(Properties::default(), |all, (it, _)| all | *it);
        self.node.results == other.node.results
            && self.node.operands == other.node.operands
            && self.is_strict == other.is_strict
            && self.target_flags == other.target_flags
            && self.node.properties & all == other.node.properties & all
    }
}

/// The type constraints of the nodes with one name, in reverse order: the table shares common suffixes, but common
/// prefixes are more frequent. Empty if the constraints of the nodes differ.
fn demands(cx: &Context, nodes: &[Node]) -> Vec<Ordered> {
    let types = ValueTypes::of(cx.release());
    let of = |node: &Node| -> Vec<Ordered> {
        let demands = node.node.demands();
        demands.map(|it| Ordered::new(types, it)).collect()
    };
    let mut demands = of(&nodes[0]);
    if nodes[1..].iter().any(|it| of(it) != demands) {
        return Vec::new();
    }
    demands.reverse();
    demands
}

/// A type constraint that is ordered as in the reference: types are compared by their numbers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Ordered {
    operand: u32,
    kind: usize,
    other: u32,
    types: Vec<(ModeId, Option<u16>, ValueType)>,
}

impl Ordered {
    fn new(types: ValueTypes, demand: Demand) -> Ordered {
        let Demand {
            operand,
            kind,
            other,
            types: wanted,
        } = demand;
        let wanted = wanted.into_iter();
        let types = wanted.map(|(mode, ty)| (mode, types.number(ty), ty));
        Ordered {
            operand,
            kind,
            other,
            types: types.collect(),
        }
    }

    /// The type that the constraint requires in all modes; `None` if the type depends on the mode, or if the constraint
    /// requires no type.
    fn simple_type(&self) -> Option<ValueType> {
        match self.types[..] {
            [(ModeId::DEFAULT, _, ty)] => Some(ty),
            _ => None,
        }
    }
}

mod changes {
    use super::Release;

    /// Whether type constraints that depend on the hardware mode are written: since LLVM 22, which checks such
    /// constraints.
    pub(super) fn has_modes(release: Release) -> bool {
        release >= Release::V22
    }
}

struct Emitter<'a> {
    cx: &'a Context<'a>,
    target: &'a str,
    namespace: &'a str,
    /// For each enumerator: its name, and the nodes that have it.
    nodes: Vec<(String, Vec<Node<'a>>)>,
    /// The type constraints for each entry of `nodes`.
    demands: Vec<Vec<Ordered>>,
}

impl<'a> Emitter<'a> {
    fn push_enum(&self, out: &mut Output) {
        let namespace = self.namespace;
        write!(
            out,
            "#ifdef GET_SDNODE_ENUM\n#undef GET_SDNODE_ENUM\n\nnamespace llvm::{namespace} {{\n\n"
        );
        if let Some((last, _)) = self.nodes.last() {
            out.push("enum GenNodeType : unsigned {\n");
            for (index, (name, nodes)) in self.nodes.iter().enumerate() {
                let first = if index == 0 {
                    " = ISD::BUILTIN_OP_END"
                } else {
                    ""
                };
                out.sources(|| nodes.iter().map(|it| it.rec));
                writeln!(out, "  {name}{first},");
            }
            out.no_source();
            write!(
                out,
                "}};\n\nstatic constexpr unsigned GENERATED_OPCODE_END = {last} + 1;\n\n"
            );
        } else {
            out.push("static constexpr unsigned GENERATED_OPCODE_END = ISD::BUILTIN_OP_END;\n\n");
        }
        write!(
            out,
            "}} // namespace llvm::{namespace}\n\n#endif // GET_SDNODE_ENUM\n\n"
        );
    }

    fn push_descriptions(&self, out: &mut Output) {
        let (target, namespace) = (self.target, self.namespace);
        let has_modes = changes::has_modes(self.cx.release());
        out.push("#ifdef GET_SDNODE_DESC\n#undef GET_SDNODE_DESC\n\nnamespace llvm {\n");
        if has_modes {
            out.push("\n");
        }
        let mut names = StringOffsetTable::new(self.cx);
        for (name, nodes) in &self.nodes {
            let start = names.add(&format!("{namespace}::{name}"));
            nodes.iter().for_each(|it| names.tie(start, it.rec));
        }
        names.push_definition(out, &format!("{target}SDNodeNames"));
        out.push("\n");
        let demands = self.push_demands(out);

        writeln!(out, "static const SDNodeDesc {target}SDNodeDescs[] = {{");
        for ((name, nodes), of) in self.nodes.iter().zip(&self.demands) {
            out.sources(|| nodes.iter().map(|it| it.rec));
            let start = if of.is_empty() { 0 } else { demands.offset(of) };
            let offset = names.offset(&format!("{namespace}::{name}"));
            push_description(out, &nodes[0]);
            writeln!(out, ", {offset}, {start}, {}}}, // {name}", of.len());
        }
        out.no_source();
        let count = self.nodes.len();
        write!(
            out,
            "}};\n\nstatic const SDNodeInfo {target}GenSDNodeInfo(\n    /*NumOpcodes=*/{count}, {target}SDNodeDescs,"
        );
        if has_modes {
            write!(
                out,
                " {target}SDNodeNames,\n    {target}VTByHwModeTable, {target}SDTypeConstraints);\n\n"
            )
        } else {
            write!(
                out,
                "\n    {target}SDNodeNames, {target}SDTypeConstraints);\n\n"
            )
        }
        out.push("} // namespace llvm\n\n#endif // GET_SDNODE_DESC\n\n");
    }

    /// Writes the tables of type constraints. Returns the table with the lists of constraints.
    fn push_demands(&self, out: &mut Output) -> OffsetTable<'a, Vec<Ordered>> {
        let target = self.target;
        let by_mode = self.demands.iter().flatten();
        let by_mode = by_mode.filter(|it| !it.types.is_empty() && it.simple_type().is_none());
        let by_mode = by_mode.map(|it| (it.types.clone(), Vec::new()));
        let by_mode = OffsetTable::without_marks(self.cx, by_mode);
        if changes::has_modes(self.cx.release()) {
            writeln!(
                out,
                "static const VTByHwModePair {target}VTByHwModeTable[] = {{"
            );
            let none = "{0, MVT::INVALID_SIMPLE_VALUE_TYPE}";
            by_mode.push(out, none, |out, (mode, _, ty)| {
                write!(out, "{{{}, MVT::{}}}", mode.0, ty.name());
            });
            out.push("};\n\n");
        }
        let rows = self.nodes.iter().zip(&self.demands);
        let rows = rows.filter(|(_, it)| !it.is_empty());
        let rows = rows.map(|((_, nodes), it)| {
            let sources = nodes.iter().map(|it| it.rec).collect();
            (it.clone(), sources)
        });
        let table = OffsetTable::without_marks(self.cx, rows);
        writeln!(
            out,
            "static const SDTypeConstraint {target}SDTypeConstraints[] = {{"
        );
        let has_modes = changes::has_modes(self.cx.release());
        let none = if has_modes {
            "{SDTCisVT, 0, 0, 0, MVT::INVALID_SIMPLE_VALUE_TYPE}"
        } else {
            "{SDTCisVT, 0, 0, MVT::INVALID_SIMPLE_VALUE_TYPE}"
        };
        table.push(out, none, |out, it| {
            let class = Demand::CLASSES[it.kind];
            write!(out, "{{{class}, {}, {}, ", it.operand, it.other);
            match it.simple_type() {
                _ if !has_modes => {}
                None if !it.types.is_empty() => {
                    let count = it.types.len();
                    return write!(out, "{count}, {}}}", by_mode.offset(&it.types));
                }
                _ => out.push("0, "),
            }
            let ty = it
                .simple_type()
                .map_or("INVALID_SIMPLE_VALUE_TYPE", ValueType::name);
            write!(out, "MVT::{ty}}}");
        });
        out.push("};\n\n");
        table
    }
}

/// Writes the description of a node, except its name and its type constraints.
fn push_description(out: &mut Output, it: &Node) {
    let operands = it.node.operands.map_or(-1, |it| it as i64);
    write!(out, "    {{{}, {operands}, 0", it.node.results);
    for (property, name) in PROPERTIES {
        if it.node.properties.contains(property) {
            write!(out, "|1<<{name}");
        }
    }
    out.push(", 0");
    if it.is_strict {
        out.push("|1<<SDNFIsStrictFP");
    }
    write!(out, ", {}", it.target_flags);
}
