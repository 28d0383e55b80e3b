//! `-gen-clang-opencl-builtins`: the tables in which Clang looks up a builtin and its overloads.

use backend::text::push_header;
use backend::{Backend, Context, Fatal, Output, Rec, bail};
use rustc_hash::{FxHashMap, FxHashSet};

use super::overloads::{Overload, Overloads};
use super::qual_types;
use backend::string_matcher::{Case, StringMatcher};

pub(crate) const BACKEND: Backend = Backend::clang(
    "gen-clang-opencl-builtins",
    "Find the builtin functions of OpenCL",
    &["Builtin", "GenericType"],
    write,
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    push_header(out, "OpenCL Builtin handling", records);
    out.push("#include \"llvm/ADT/StringRef.h\"\nusing namespace clang;\n\n");
    let concrete_types = push_declarations(cx, out)?;
    let types = records.derived("Type")?;
    let overloads = Overloads::read(records)?;
    let extensions = push_extensions(cx, out)?;
    push_types(&types, out)?;
    push_signatures(&types, &overloads, out)?;
    push_builtins(&overloads, &extensions, out)?;
    push_names(&overloads, out)?;
    qual_types::push(cx, concrete_types, out)
}

/// Declares the enumeration of types and the structures of the tables. Returns the number of types that are not
/// generic.
fn push_declarations(cx: &Context, out: &mut Output) -> Result<usize, Fatal> {
    let mut seen = FxHashSet::default();
    let mut unseen = |class| -> Result<_, Fatal> {
        let mut found = Vec::new();
        for ty in cx.records.derived(class)? {
            let name = ty.string("Name")?;
            if seen.insert(name.clone()) {
                found.push((ty, name));
            }
        }
        Ok(found)
    };
    let generic = unseen("GenericType")?;
    let concrete = unseen("Type")?;
    out.push("enum OpenCLTypeID {\n");
    // Generic types come last, so that Clang recognizes them by comparing enumerators.
    for (ty, name) in concrete.iter().chain(&generic) {
        out.of(*ty, |out| writeln!(out, "  OCLT_{name},"));
    }
    out.push("};\n");
    out.push(STRUCTURES);
    Ok(concrete.len())
}

const STRUCTURES: &str = "
// Image access qualifier.
enum OpenCLAccessQual : unsigned char {
  OCLAQ_None,
  OCLAQ_ReadOnly,
  OCLAQ_WriteOnly,
  OCLAQ_ReadWrite
};

// Represents a return type or argument type.
struct OpenCLTypeStruct {
  // A type (e.g. float, int, ...).
  const OpenCLTypeID ID;
  // Vector size (if applicable; 0 for scalars and generic types).
  const unsigned VectorWidth;
  // 0 if the type is not a pointer.
  const bool IsPointer : 1;
  // 0 if the type is not const.
  const bool IsConst : 1;
  // 0 if the type is not volatile.
  const bool IsVolatile : 1;
  // Access qualifier.
  const OpenCLAccessQual AccessQualifier;
  // Address space of the pointer (if applicable).
  const LangAS AS;
};

// One overload of an OpenCL builtin function.
struct OpenCLBuiltinStruct {
  // Index of the signature in the OpenCLTypeStruct table.
  const unsigned SigTableIndex;
  // Entries between index SigTableIndex and (SigTableIndex + NumTypes - 1) in
  // the SignatureTable represent the complete signature.  The first type at
  // index SigTableIndex is the return type.
  const unsigned NumTypes;
  // Function attribute __attribute__((pure))
  const bool IsPure : 1;
  // Function attribute __attribute__((const))
  const bool IsConst : 1;
  // Function attribute __attribute__((convergent))
  const bool IsConv : 1;
  // OpenCL extension(s) required for this overload.
  const unsigned short Extension;
  // OpenCL versions in which this overload is available.
  const unsigned short Versions;
};

";

/// Writes the table of extensions. Returns the index of each extension in the table.
fn push_extensions<'a>(
    cx: &Context<'a>,
    out: &mut Output,
) -> Result<FxHashMap<Rec<'a>, usize>, Fatal> {
    let mut places = FxHashMap::default();
    out.push("static const char *FunctionExtensionTable[] = {\n");
    for (index, extension) in cx
        .records
        .derived("FunctionExtension")?
        .into_iter()
        .enumerate()
    {
        let (name, text) = (extension.name(), extension.string("ExtName")?);
        out.of(extension, |out| {
            write!(out, "  // {index}: {name}\n  \"{text}\",\n");
        });
        places.insert(extension, index);
    }
    out.push("};\n\n");
    Ok(places)
}

fn push_types(types: &[Rec], out: &mut Output) -> Result<(), Fatal> {
    out.push("static const OpenCLTypeStruct TypeTable[] = {\n");
    for (index, &ty) in types.iter().enumerate() {
        let access = match &*ty.string("AccessQualifier")? {
            "RO" => "OCLAQ_ReadOnly",
            "WO" => "OCLAQ_WriteOnly",
            "RW" => "OCLAQ_ReadWrite",
            _ => "OCLAQ_None",
        };
        out.source(ty);
        writeln!(
            out,
            "  // {index}\n  {{OCLT_{}, {}, {}, {}, {}, {access}, {}}},",
            ty.string("Name")?,
            ty.int("VecWidth")?,
            u8::from(ty.bit("IsPointer")?),
            u8::from(ty.bit("IsConst")?),
            u8::from(ty.bit("IsVolatile")?),
            ty.string("AddrSpace")?
        );
    }
    out.no_source();
    out.push("};\n\n");
    Ok(())
}

fn push_signatures(types: &[Rec], overloads: &Overloads, out: &mut Output) -> Result<(), Fatal> {
    let indices: FxHashMap<Rec, usize> = types.iter().copied().zip(0..).collect();
    out.push("static const unsigned short SignatureTable[] = {\n");
    for signature in &overloads.signatures {
        out.source(signature.builtin);
        write!(out, "  // {}\n  ", signature.start);
        for ty in &signature.types {
            let Some(&index) = indices.get(ty) else {
                bail!(signature.builtin, "'{}' is not a type", ty.name());
            };
            if index > u16::MAX.into() {
                bail!(ty.records(), "Entry in SignatureTable exceeds limit.");
            }
            out.push_number(index as i128);
            out.push(", ");
        }
        out.push("\n");
    }
    out.no_source();
    out.push("};\n\n");
    Ok(())
}

fn push_builtins(
    overloads: &Overloads,
    extensions: &FxHashMap<Rec, usize>,
    out: &mut Output,
) -> Result<(), Fatal> {
    out.push("static const OpenCLBuiltinStruct BuiltinTable[] = {\n");
    let mut index = 0;
    for group in &overloads.groups {
        out.sources(|| group.names.iter().map(|it| it.builtin));
        write!(out, "  // {}: ", index + 1);
        for function in &group.names {
            write!(out, "{}, ", function.name);
        }
        out.push("\n");
        index += group.overloads.len();
        for overload in &group.overloads {
            push_overload(*overload, extensions, out)?;
        }
    }
    out.no_source();
    out.push("};\n\n");
    Ok(())
}

fn push_overload(
    Overload { builtin, signature }: Overload,
    extensions: &FxHashMap<Rec, usize>,
    out: &mut Output,
) -> Result<(), Fatal> {
    let extension = extensions.get(&builtin.def("Extension")?);
    let min = builtin.def("MinVersion")?.int("ID")? as u32;
    let max = builtin.def("MaxVersion")?.int("ID")? as u32;
    out.source(builtin);
    writeln!(
        out,
        "  {{ {signature}, {}, {}, {}, {}, {}, {} }},",
        builtin.list_of_defs("Signature")?.len(),
        u8::from(builtin.bit("IsPure")?),
        u8::from(builtin.bit("IsConst")?),
        u8::from(builtin.bit("IsConv")?),
        extension.copied().unwrap_or(0),
        version_mask(min, max)
    );
    Ok(())
}

/// A bit for each version from `min` up to, but not including, `max`. If `max` is 0, there is no upper limit.
fn version_mask(min: u32, max: u32) -> u32 {
    let end = if max == 0 { u32::MAX } else { max };
    let versions = [100, 110, 120, 200, 300].into_iter().enumerate();
    let versions = versions.filter(|(_, version)| (min..end).contains(version));
    versions.map(|(bit, _)| 1 << bit).sum()
}

/// Writes the function that maps a name to its range in the table of builtins.
fn push_names(overloads: &Overloads, out: &mut Output) -> Result<(), Fatal> {
    let mut cases = Vec::new();
    let mut index = 1;
    for group in &overloads.groups {
        let len = group.overloads.len();
        for function in &group.names {
            let code = format!("return std::make_pair({index}, {len});");
            cases.push(Case::new(function.builtin, &*function.name, code));
        }
        index += len;
    }
    out.push(
        "
// Find out whether a string matches an existing OpenCL builtin function name.
// Returns: A pair <0, 0> if no name matches.
//          A pair <Index, Len> indexing the BuiltinTable if the name is
//          matching an OpenCL builtin function.
static std::pair<unsigned, unsigned> isOpenCLBuiltin(llvm::StringRef Name) {

",
    );
    // If a function is in several groups, the overloads of the first group are used.
    StringMatcher::new("Name")
        .keep_first(true)
        .push(out, &cases)?;
    out.push("  return std::make_pair(0, 0);\n} // isOpenCLBuiltin\n");
    Ok(())
}
