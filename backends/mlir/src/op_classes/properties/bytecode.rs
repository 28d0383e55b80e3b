//! The functions that read properties from bytecode and write them to bytecode.

use backend::{Fatal, Release};

use mlir_model::operation::Operation;
use mlir_model::template::Substitutions;

use super::super::slots::{Member, OPERAND_SEGMENTS, RESULT_SEGMENTS, Slots};
use super::texts::{Texts, old_name};
use crate::cpp::{Class, Indented, Method, Parameter, Qualifiers};

/// Adds `readProperties` and `writeProperties`. With a custom encoding, the two functions are declared only.
pub(super) fn add(
    class: &mut Class,
    op: &Operation,
    slots: &Slots,
    release: Release,
) -> Result<(), Fatal> {
    if slots.members.is_empty() {
        return Ok(());
    }
    let declared = if op.rec.bit("useCustomPropertiesEncoding")? {
        Qualifiers::DECLARED
    } else {
        Qualifiers::NONE
    };
    let parameters = [
        Parameter::new("::mlir::DialectBytecodeReader &", "reader"),
        Parameter::new("::mlir::OperationState &", "state"),
    ];
    let qualifiers = declared | Qualifiers::STATIC;
    let ty = "::llvm::LogicalResult";
    let mut read = Method::new(ty, "readProperties", qualifiers, parameters);
    let parameters = [Parameter::new("::mlir::DialectBytecodeWriter &", "writer")];
    let mut write = Method::new("void", "writeProperties", declared, parameters);
    *read.body() = class.body(qualifiers);
    *write.body() = class.body(declared);
    push(read.body(), write.body(), slots, release);
    class.add(read);
    class.add(write);
    Ok(())
}

/// Writes the bodies of `readProperties` and `writeProperties`.
fn push(read: &mut Indented, write: &mut Indented, slots: &Slots, release: Release) {
    read.push("  auto &prop = state.getOrAddProperties<Properties>(); (void)prop;");
    write.push("  auto &prop = getProperties(); (void)prop;\n");
    for (index, member) in slots.members.iter().enumerate() {
        for name in [OPERAND_SEGMENTS, RESULT_SEGMENTS] {
            if old_place(slots, name) == Some(index) {
                push_old_segments(read, write, name);
            }
        }
        let name = member.name();
        match (Texts::read(member, release), member) {
            (Some(texts), _) => push_property(read, write, name, &texts),
            (None, Member::Attribute(slot)) if slot.is_required => {
                push_attribute(read, name, "readAttribute");
                writeln!(write, "  writer.writeAttribute(prop.{name});");
            }
            (None, _) => {
                push_attribute(read, name, "readOptionalAttribute");
                write!(write, "\n  writer.writeOptionalAttribute(prop.{name});\n");
            }
        }
    }
    read.push("  return ::mlir::success();");
}

/// The index of the segment sizes among the attributes in old bytecode, which stores them as an attribute. The
/// attributes are sorted by name; segment sizes have their old name. `None` if the operation has no such segment sizes.
fn old_place(slots: &Slots, name: &str) -> Option<usize> {
    let has_some = slots.members.iter().any(|it| {
        let Member::Segments(segments, _) = it else {
            return false;
        };
        *segments == name
    });
    let old = old_name(name).filter(|_| has_some)?;
    let before = slots.attributes.iter().filter(|it| it.name < old);
    Some(before.count())
}

fn push_attribute(read: &mut Indented, name: &str, function: &str) {
    write!(
        read,
        "
  if (::mlir::failed(reader.{function}(prop.{name})))
    return ::mlir::failure();
"
    );
}

fn push_property(read: &mut Indented, write: &mut Indented, name: &str, texts: &Texts) {
    let names = Substitutions::new()
        .with("_reader", "reader")
        .with("_writer", "writer")
        .with("_storage", "propStorage")
        .with("_ctxt", "this->getContext()");
    let code = names.fill(&texts.read);
    write!(
        read,
        "
  {{
    auto &propStorage = prop.{name};
    auto readProp = [&]() {{
      {code};
      return ::mlir::success();
    }};
    if (::mlir::failed(readProp()))
      return ::mlir::failure();
  }}
"
    );
    let code = names.fill(&texts.write);
    write!(
        write,
        "
  {{
    auto &propStorage = prop.{name};
    {code};
  }}
"
    );
}

/// Writes the code that reads and writes segment sizes as an attribute, for old bytecode.
fn push_old_segments(read: &mut Indented, write: &mut Indented, name: &str) {
    write!(
        read,
        "
  if (reader.getBytecodeVersion() < /*kNativePropertiesODSSegmentSize=*/6) {{
    auto &propStorage = prop.{name};
    ::mlir::DenseI32ArrayAttr attr;
    if (::mlir::failed(reader.readAttribute(attr))) return ::mlir::failure();
    if (attr.size() > static_cast<int64_t>(sizeof(propStorage) / sizeof(int32_t))) {{
      reader.emitError(\"size mismatch for operand/result_segment_size\");
      return ::mlir::failure();
    }}
    ::llvm::copy(::llvm::ArrayRef<int32_t>(attr), propStorage.begin());
  }}
"
    );
    write!(
        write,
        "
if (writer.getBytecodeVersion() < /*kNativePropertiesODSSegmentSize=*/6) {{
  auto &propStorage = prop.{name};
  writer.writeAttribute(::mlir::DenseI32ArrayAttr::get(this->getContext(), propStorage));
}}
"
    );
}
