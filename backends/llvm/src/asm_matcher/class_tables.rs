//! Two tables: the superclasses of each operand class, and the operand class of each register.

use backend::{Fatal, Output, bail};
use rustc_hash::FxHashMap;
use target_model::matcher::MatchClassId;
use target_model::registers::Registers;

use super::Emitter;

/// The number of the optional class. The optional class and the invalid class, number 0, precede the classes of the
/// target.
const OPTIONAL: usize = 1;
const FIRST: usize = 2;

/// Writes the end of the function that checks whether a class is a subclass of another class. For each class C, the
/// table that this function reads has a bit for each class from the first superclass of C to the last superclass of C.
pub(super) fn push_subclasses(emitter: &Emitter, out: &mut Output) {
    let ids = emitter.classes().map(|(id, _)| id);
    let numbers: FxHashMap<MatchClassId, usize> = ids.zip(FIRST..).collect();
    out.push(
        "  [[maybe_unused]] static constexpr struct {\n    uint32_t Offset;\n    uint16_t Start;\n\
         \x20   uint16_t Length;\n  } Table[] = {\n    {0, 0, 0},\n    {0, 0, 0},\n",
    );
    let mut bytes: Vec<u8> = Vec::new();
    let mut len = 0;
    for (id, class) in emitter.classes() {
        let above = emitter.matcher.classes.above(id);
        let optional = class.is_optional.then_some(OPTIONAL);
        let above = above.iter().filter_map(|it| numbers.get(it).copied());
        let above: Vec<usize> = optional.into_iter().chain(above).collect();
        let first = above.iter().copied().min();
        let last = above.iter().copied().max();
        let (start, length) = match (first, last) {
            (Some(first), Some(last)) => (first, last - first + 1),
            _ => (0, 0),
        };
        bytes.resize((len + length).div_ceil(8), 0);
        for number in above {
            let bit = len + number - start;
            bytes[bit / 8] |= 1 << (bit % 8);
        }
        emitter.of_class(out, id);
        writeln!(out, "    {{{len}, {start}, {length}}},");
        len += length;
    }
    out.no_source();
    out.push("  };\n\n");
    if bytes.is_empty() {
        out.push("  return false;\n}\n\n");
        return;
    }
    out.push("  static constexpr uint8_t Data[] = {\n");
    for byte in bytes {
        writeln!(out, "    0x{byte:02X},");
    }
    out.push(
        "  };\n\n  auto &Entry = Table[A];\n  unsigned Idx = B - Entry.Start;\n\
         \x20 if (Idx >= Entry.Length)\n    return false;\n  Idx += Entry.Offset;\n\
         \x20 return (Data[Idx / 8] >> (Idx % 8)) & 1;\n}\n\n",
    );
}

/// Writes the table with the operand class of each register, and the code that looks up the class of a parsed register.
pub(super) fn push_registers(emitter: &Emitter, out: &mut Output) -> Result<(), Fatal> {
    let registers = &emitter.matcher.registers;
    let Some(first) = registers.registers.iter().next() else {
        bail!(emitter.records, "No 'Register' subclasses defined!");
    };
    let namespace = emitter.records.rec(first.rec).string("Namespace")?;
    write!(
        out,
        "    static constexpr uint16_t Table[{namespace}::NUM_TARGET_REGS] = {{\n\
         \x20     InvalidMatchClass,\n"
    );
    for (id, register) in registers.registers.with_ids() {
        out.source(Registers::location_of(emitter.records, register));
        let class = emitter.matcher.classes.of_register(id);
        if let (Some(class), true) = (class, out.keeps_map()) {
            emitter.of_class(out, class);
        }
        let name = class.map_or("InvalidMatchClass", |it| emitter.class_name(it));
        writeln!(out, "      {name},");
    }
    out.no_source();
    out.push(
        "    };\n\n    MCRegister Reg = Operand.getReg();\n    MatchClassKind OpKind = \
         Reg.isPhysical() ? (MatchClassKind)Table[Reg.id()] : InvalidMatchClass;\n",
    );
    Ok(())
}
