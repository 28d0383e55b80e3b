//! `-gen-riscv-vector-builtin-sema`: the table from which Clang declares intrinsics on demand.

use std::rc::Rc;

use backend::{Backend, Context, Fatal, Output};
use rustc_hash::FxHashMap;

use super::descriptor::Descriptor;
use super::intrinsic::{Definition, Intrinsics, Scheme};
use super::types::Basic;

pub(crate) const RISCV_VECTOR_BUILTIN_SEMA: Backend = Backend::clang(
    "gen-riscv-vector-builtin-sema",
    "List what declarations of RISC-V vector intrinsics are made of",
    &["RVVBuiltin"],
    write,
);

pub(crate) const RISCV_ANDES_VECTOR_BUILTIN_SEMA: Backend = Backend::clang(
    "gen-riscv-andes-vector-builtin-sema",
    "List what declarations of Andes vector intrinsics are made of",
    &["RVVBuiltin"],
    write,
);

pub(crate) const RISCV_SIFIVE_VECTOR_BUILTIN_SEMA: Backend = Backend::clang(
    "gen-riscv-sifive-vector-builtin-sema",
    "List what declarations of SiFive vector intrinsics are made of",
    &["RVVBuiltin"],
    write,
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let intrinsics = Intrinsics::nameless(cx.records)?;
    // The header defines these two intrinsics as macros.
    let is_macro = |name: &str| matches!(name, "vsetvli" | "vsetvlimax");
    let definitions = intrinsics.definitions.iter();
    let definitions: Vec<_> = definitions.filter(|it| !is_macro(&it.name)).collect();
    let signatures = Signatures::new(&definitions);
    out.push("#ifdef DECL_SIGNATURE_TABLE\n");
    for (it, owner) in &signatures.table {
        out.sources(|| {
            let has_it = |def: &&&Rc<Definition>| def.signatures().contains(owner);
            definitions.iter().filter(has_it).map(|def| def.rec)
        });
        writeln!(
            out,
            "PrototypeDescriptor({}, {}, {}),",
            it.base as u8, it.vector, it.modifiers
        );
    }
    out.no_source();
    out.push("#endif\n#ifdef DECL_INTRINSIC_RECORDS\n");
    for def in definitions {
        out.source(def.rec);
        if changes::names_fields(cx.release()) {
            push_named_record(cx, def, &signatures, out);
        } else {
            push_record(def, &signatures, out);
        }
    }
    out.no_source();
    out.push("#endif\n");
    Ok(())
}

/// One table with the signatures of all records. A signature may be a contiguous part of another signature.
struct Signatures<'m> {
    /// The descriptors, each with the signature for which it was added.
    table: Vec<(Descriptor, &'m [Descriptor])>,
    /// The index at which each signature starts.
    starts: FxHashMap<&'m [Descriptor], usize>,
}

impl<'m> Signatures<'m> {
    fn new(definitions: &[&'m Rc<Definition<'_>>]) -> Signatures<'m> {
        let all = definitions.iter().flat_map(|it| it.signatures());
        let mut signatures: Vec<&[Descriptor]> = all.filter(|it| !it.is_empty()).collect();
        // Longer signatures come first, since they may contain shorter signatures.
        signatures.sort_by_key(|it| (std::cmp::Reverse(it.len()), *it));
        signatures.dedup();
        // Each signature is inserted at the front of the table, so the table is built in reverse.
        let (mut reversed, mut owners) = (Vec::new(), Vec::new());
        for &signature in &signatures {
            let turned: Vec<_> = signature.iter().rev().copied().collect();
            if !reversed.windows(turned.len()).any(|it| it == turned) {
                owners.resize(owners.len() + turned.len(), signature);
                reversed.extend(turned);
            }
        }
        reversed.reverse();
        owners.reverse();
        let start = |signature: &[Descriptor]| {
            let mut windows = reversed.windows(signature.len());
            windows.position(|it| it == signature).unwrap_or(0)
        };
        Signatures {
            starts: signatures.iter().map(|it| (*it, start(it))).collect(),
            table: reversed.iter().copied().zip(owners).collect(),
        }
    }

    /// The index at which a signature starts; 0 for an empty signature.
    fn start(&self, signature: &[Descriptor]) -> usize {
        self.starts.get(signature).copied().unwrap_or(0)
    }
}

mod changes {
    use elaborate::records::Release;

    /// Whether records name their fields and list features as strings. True since LLVM 21. Strings do not limit the
    /// number of features, unlike the bits of an integer.
    pub(super) fn names_fields(release: Release) -> bool {
        release >= Release::V21
    }

    /// Whether records tell the floating-point format. True since LLVM 22.
    pub(super) fn tells_format(release: Release) -> bool {
        release >= Release::V22
    }
}

/// Writes a record with named fields.
fn push_named_record(cx: &Context, def: &Definition, signatures: &Signatures, out: &mut Output) {
    let overloaded = match &*def.overloaded_name {
        "" => "nullptr".to_owned(),
        name => format!("\"{name}\""),
    };
    write!(
        out,
        "{{/*Name=*/\"{}\", /*OverloadedName=*/{overloaded}, /*RequiredExtensions=*/\"{}\", ",
        def.name,
        def.features.join(",")
    );
    let descriptors = def.signatures();
    let names = ["Prototype", "Suffix", "OverloadedSuffix"];
    for (name, it) in names.into_iter().zip(descriptors) {
        write!(out, "/*{name}Index=*/{}, ", signatures.start(it) as u16);
    }
    let names = ["PrototypeLength", "SuffixLength", "OverloadedSuffixSize"];
    for (name, it) in names.into_iter().zip(descriptors) {
        write!(out, "/*{name}=*/{}, ", it.len() as u8);
    }
    let (types, groups) = masks(def);
    write!(
        out,
        "/*TypeRangeMask=*/{types}, /*Log2LMULMask=*/{groups}, /*NF=*/{}, ",
        def.fields & 0xFF
    );
    for (name, value) in [
        ("HasMasked", def.has_masked),
        ("HasVL", def.has_length),
        ("HasMaskedOffOperand", def.has_masked_off),
        ("HasTailPolicy", def.has_tail_policy),
        ("HasMaskPolicy", def.has_mask_policy),
        ("HasFRMRoundModeOp", def.has_rounding_mode),
    ] {
        write!(out, "/*{name}=*/{}, ", u32::from(value));
    }
    if changes::tells_format(cx.release()) {
        write!(out, "/*AltFmt=*/{},", u32::from(def.alternative_format));
    }
    let scheme = |it: Scheme| match it.0 & 3 {
        0 => "SchemeNone",
        1 => "HasPassthruOperand",
        _ => "HasPolicyOperand",
    };
    writeln!(
        out,
        "/*IsTuple=*/{}, /*UnMaskedPolicyScheme=*/{}, /*MaskedPolicyScheme=*/{}, }},",
        u32::from(def.is_tuple),
        scheme(def.unmasked_scheme),
        scheme(def.masked_scheme)
    );
}

/// Bit masks of the basic types and of the sizes of register groups.
fn masks(def: &Definition) -> (u32, u32) {
    let types = def.type_range.chars().map(Basic::from_letter);
    let types = types.fold(0, |bits, basic| bits | basic.0);
    // If the shift amount is larger than 31, the reference has undefined behavior. Processors use the low five bits of
    // the amount.
    let groups = def.groups.iter();
    let groups = groups.fold(0_u32, |bits, it| {
        bits | 1_u32.wrapping_shl(it.wrapping_add(3) as u32)
    });
    (types.into(), groups & 0xFF)
}

fn push_record(def: &Definition, signatures: &Signatures, out: &mut Output) {
    write!(out, "{{\"{}\",", def.name);
    if def.overloaded_name.is_empty() {
        out.push("nullptr,");
    } else {
        write!(out, "\"{}\",", def.overloaded_name);
    }
    let descriptors = def.signatures();
    let (types, groups) = masks(def);
    // The casts and masks match the widths of the fields in Clang's `RVVIntrinsicRecord`.
    for it in descriptors {
        out.push_number(signatures.start(it) as u16);
        out.push(",");
    }
    let bit = u32::from;
    let numbers = [
        u32::from(descriptors[0].len() as u8),
        u32::from(descriptors[1].len() as u8),
        u32::from(descriptors[2].len() as u8),
        def.features.iter().fold(0, |bits, it| bits | feature(it)),
        types,
        groups,
        def.fields & 0xFF,
        bit(def.has_masked),
        bit(def.has_length),
        bit(def.has_masked_off),
        bit(def.has_tail_policy),
        bit(def.has_mask_policy),
        bit(def.has_rounding_mode),
        bit(def.is_tuple),
        u32::from(def.unmasked_scheme.0 & 3),
        u32::from(def.masked_scheme.0 & 3),
    ];
    for number in numbers {
        out.push_number(number);
        out.push(",");
    }
    out.push("},\n");
}

/// The bit of a feature in the mask of features; 0 for an unknown feature.
fn feature(name: &str) -> u32 {
    const FEATURES: [&str; 19] = [
        "RV64",
        "Zvfhmin",
        "Xsfvcp",
        "Xsfvfnrclipxfqf",
        "Xsfvfwmaccqqq",
        "Xsfvqmaccdod",
        "Xsfvqmaccqoq",
        "Zvbb",
        "Zvbc",
        "Zvkb",
        "Zvkg",
        "Zvkned",
        "Zvknha",
        "Zvknhb",
        "Zvksed",
        "Zvksh",
        "Zvfbfwma",
        "Zvfbfmin",
        "Experimental",
    ];
    let index = FEATURES.iter().position(|it| *it == name);
    index.map_or(0, |it| 1 << it)
}
