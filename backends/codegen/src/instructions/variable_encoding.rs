//! Encodings of variable length, as in M68k.

use backend::{Dag, Fatal, Rec, bail};
use elaborate::symbol::Sym;
use elaborate::value::print::value_unquoted;
use elaborate::value::{Node, ValueId};

/// An encoding as a list of segments.
#[derive(Clone, Debug, Default)]
pub struct VariableEncoding {
    /// The segments, the least significant segment first.
    pub segments: Vec<Segment>,
    /// The length in bits.
    pub width: usize,
}

/// A segment of an encoding.
#[derive(Clone, Debug)]
pub enum Segment {
    /// Fixed bits, the least significant bit first.
    Fixed(Vec<bool>),
    /// Bits of an operand.
    Operand(OperandSegment),
}

/// A segment with bits of an operand.
#[derive(Clone, Debug)]
pub struct OperandSegment {
    /// The name of the operand as in the source, including `$`.
    pub name: Sym,
    /// The number of bits.
    pub width: usize,
    /// The index of the operand's bit that is the least significant bit of the segment.
    pub low: u32,
    /// The C++ function that encodes these bits. `None` for the function of the operand's class.
    pub encoder: Option<Sym>,
    /// The C++ function that decodes these bits. `None` for the function of the operand's class.
    pub decoder: Option<Sym>,
}

/// The maximum length of an encoding in bits.
const MAX_WIDTH: usize = 1 << 20;
/// The maximum nesting depth of the parts of an encoding.
const MAX_DEPTH: usize = 1000;

/// The dag that describes an encoding of variable length. `None` for an encoding of fixed length.
pub(crate) fn description(rec: Rec<'_>) -> Option<Dag<'_>> {
    rec.records().dag(rec.field("Inst")?.value?)
}

impl VariableEncoding {
    /// Reads the encoding of a record. An error if its length is not variable or the description is invalid.
    pub fn read(rec: Rec) -> Result<VariableEncoding, Fatal> {
        let Some(dag) = description(rec) else {
            bail!(rec, "'{}' has no encoding of variable length", rec.name());
        };
        let mut encoding = VariableEncoding::default();
        encoding.add(rec, dag, 0)?;
        Ok(encoding)
    }

    /// Whether all bits are fixed.
    pub fn is_fixed(&self) -> bool {
        let mut segments = self.segments.iter();
        segments.all(|it| matches!(it, Segment::Fixed(_)))
    }

    fn add(&mut self, rec: Rec, dag: Dag, depth: usize) -> Result<(), Fatal> {
        if depth == MAX_DEPTH {
            return Err(rec.fatal_at("Inst", "parts of the encoding nest too deeply".to_owned()));
        }
        let op = value_unquoted(&rec.records().names(), dag.op());
        match &*op {
            "ascend" => {
                let mut args = dag.args();
                args.try_for_each(|(v, _)| self.add_part(rec, &op, v, depth))
            }
            "descend" => {
                let mut args = dag.args().rev();
                args.try_for_each(|(v, _)| self.add_part(rec, &op, v, depth))
            }
            "operand" => self.add_operand(rec, dag),
            "slice" => self.add_slice(rec, dag),
            _ => Ok(()),
        }
    }

    fn push(&mut self, rec: Rec, width: usize, segment: Segment) -> Result<(), Fatal> {
        self.width = self.width.saturating_add(width);
        if self.width > MAX_WIDTH {
            return Err(rec.fatal_at("Inst", "the encoding is too long".to_owned()));
        }
        self.segments.push(segment);
        Ok(())
    }

    /// Adds an argument of a dag whose operator `op` is `ascend` or `descend`.
    fn add_part(&mut self, rec: Rec, op: &str, v: ValueId, depth: usize) -> Result<(), Fatal> {
        let records = rec.records();
        let wrong = |message: String| Err(rec.fatal_at("Inst", message));
        match records.node(v) {
            Node::Bits(bits) => {
                if !records.values.is_complete(v) {
                    return wrong(format!("Expecting complete bits init in `{op}`"));
                }
                let bits: Vec<bool> = bits.iter().map(|it| *it == ValueId::TRUE).collect();
                self.push(rec, bits.len(), Segment::Fixed(bits))
            }
            Node::Bit(bit) => self.push(rec, 1, Segment::Fixed(vec![*bit])),
            Node::Dag { .. } => match records.dag(v) {
                Some(dag) => self.add(rec, dag, depth + 1),
                None => Ok(()),
            },
            _ => {
                let text = elaborate::value::print::value(&records.names(), v);
                wrong(format!("Unrecognized type of argument in `{op}`: {text}"))
            }
        }
    }

    /// Adds `(operand "$name", width, …)`.
    fn add_operand(&mut self, rec: Rec, dag: Dag) -> Result<(), Fatal> {
        let wrong = |message: &str| rec.fatal_at("Inst", message.to_owned());
        if dag.len() < 2 {
            return Err(wrong("Expecting at least 2 arguments for `operand`"));
        }
        let (Some(name), Some(width)) = (rec.text_of(dag.arg(0)), int(rec, dag.arg(1))) else {
            return Err(wrong("Invalid argument types for `operand`"));
        };
        if width <= 0 {
            return Err(wrong("Invalid number of bits for `operand`"));
        }
        let (encoder, decoder) = coders(rec, dag, 2)?;
        let segment = OperandSegment {
            name: Sym::new(&name),
            width: width as u32 as usize,
            low: 0,
            encoder,
            decoder,
        };
        self.push(rec, segment.width, Segment::Operand(segment))
    }

    /// Adds `(slice "$name", high, low, …)`. `high` and `low` may be swapped.
    fn add_slice(&mut self, rec: Rec, dag: Dag) -> Result<(), Fatal> {
        let wrong = |message: &str| rec.fatal_at("Inst", message.to_owned());
        if dag.len() < 3 {
            return Err(wrong("Expecting at least 3 arguments for `slice`"));
        }
        let (name, high, low) = (
            rec.text_of(dag.arg(0)),
            int(rec, dag.arg(1)),
            int(rec, dag.arg(2)),
        );
        let (Some(name), Some(high), Some(low)) = (name, high, low) else {
            return Err(wrong("Invalid argument types for `slice`"));
        };
        if high < 0 || low < 0 {
            return Err(wrong("Invalid bit range for `slice`"));
        }
        let (encoder, decoder) = coders(rec, dag, 3)?;
        let segment = OperandSegment {
            name: Sym::new(&name),
            width: high.abs_diff(low).wrapping_add(1) as u32 as usize,
            low: high.min(low) as u32,
            encoder,
            decoder,
        };
        self.push(rec, segment.width, Segment::Operand(segment))
    }
}

fn int(rec: Rec, v: ValueId) -> Option<i64> {
    match rec.records().node(v) {
        Node::Int(number) => Some(*number),
        _ => None,
    }
}

/// The encoder and decoder functions. They are named by `(encoder "…")` and `(decoder "…")` among the arguments of
/// `dag` from index `from` on.
fn coders(rec: Rec, dag: Dag, from: usize) -> Result<(Option<Sym>, Option<Sym>), Fatal> {
    let (mut encoder, mut decoder) = (None, None);
    let directives = dag.args().skip(from);
    let directives = directives.filter_map(|(v, _)| rec.records().dag(v));
    for directive in directives {
        let op = directive.op_def();
        let function = match op.map(|it| it.name()) {
            Some("encoder") => &mut encoder,
            Some("decoder") => &mut decoder,
            _ => continue,
        };
        let mut args = directive.args();
        let Some(name) = args.next().and_then(|(v, _)| rec.text_of(v)) else {
            bail!(
                rec.records(),
                "expected '{}' directive to be followed by a custom function name.",
                op.map_or("", |it| it.name())
            );
        };
        *function = Some(Sym::new(&name)).filter(|it| *it != Sym::EMPTY);
    }
    Ok((encoder, decoder))
}
