//! The definitions of SVE or SME: intrinsics, and the numbers that encode their properties in tables.

use std::sync::Arc;

use backend::string_map::StringMap;
use backend::{Context, Fatal, Model, Rec, RecordId, Records, bail, record_class};

use super::changes;
use super::prototype;
use super::types::{Choice, Operand, SveType};
use crate::vectors::type_codes;

record_class! {
    /// A family of intrinsics: one intrinsic for each type specification in `Types`.
    struct InstDef("Inst") {
        name: string("Name"),
        prototype: string("Prototype"),
        specs: string("Types"),
        sve_guard: string("SVETargetGuard"),
        sme_guard: string("SMETargetGuard"),
        llvm_name: string("LLVMIntrinsic"),
        merge: int("Merge"),
        merge_suffix: string("MergeSuffix"),
        memory_element: int("MemEltType"),
        flags: list_of_defs("Flags"),
        checks: list_of_defs("ImmChecks"),
    }
}

/// The intrinsics of a unit in the order of their records, and for each record in the order of its type specifications.
///
/// It is an error if a record is invalid, for example because a field is missing or a letter is unknown.
pub(super) struct Intrinsics(pub Vec<Intrinsic>);

impl Model for Intrinsics {
    fn build(cx: &Context) -> Result<Intrinsics, Fatal> {
        let numbers = Numbers::read(cx.records)?;
        let mut intrinsics = Vec::new();
        for inst in InstDef::all(cx.records)? {
            push_family(&mut intrinsics, &numbers, inst)?;
        }
        Ok(Intrinsics(intrinsics))
    }
}

impl Intrinsics {
    /// The intrinsics in their full form.
    pub(super) fn full(&self) -> impl Iterator<Item = &Intrinsic> {
        self.0.iter().filter(|it| it.form == Form::Full)
    }

    /// The intrinsics of a single record.
    pub(super) fn read(records: &Records, inst: Rec) -> Result<Intrinsics, Fatal> {
        let mut intrinsics = Vec::new();
        push_family(&mut intrinsics, &Numbers::read(records)?, InstDef(inst))?;
        Ok(Intrinsics(intrinsics))
    }
}

/// The properties that all intrinsics of a record share.
pub(super) struct Family {
    pub record: RecordId,
    /// The template of the name: `svadd[_{d}]`.
    pub name: String,
    pub prototype: String,
    /// The template of the LLVM intrinsic's name; empty if it is missing.
    pub llvm_name: String,
    pub merge_suffix: String,
    /// The features required outside of streaming mode. The features required in streaming mode are in `sme_guard`.
    pub sve_guard: String,
    pub sme_guard: String,
}

impl Family {
    /// The sort key in headers: the features required outside of streaming mode, followed by the features required in
    /// streaming mode.
    pub(super) fn guards(&self) -> impl Iterator<Item = u8> {
        self.sve_guard.bytes().chain(self.sme_guard.bytes())
    }
}

/// An intrinsic for one type specification.
#[derive(Clone)]
pub(super) struct Intrinsic {
    pub family: Arc<Family>,
    pub form: Form,
    pub spec: Arc<str>,
    /// The type of the result followed by those of the parameters. Empty if the prototype is empty.
    pub types: Arc<[SveType]>,
    pub flags: u64,
    /// Whether the intrinsic takes the mode of 8-bit floating-point numbers.
    pub sets_fpmr: bool,
    pub checks: Arc<[ImmCheck]>,
}

/// The form of an intrinsic's declared name. Full forms come first in headers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Form {
    /// The name with all type suffixes.
    Full,
    /// The name without the suffixes in brackets.
    Overloaded,
}

/// A check of a constant argument.
#[derive(Clone, Copy)]
pub(super) struct ImmCheck {
    pub parameter: u32,
    pub kind: u32,
    /// The width of the elements that the check refers to, in bits; 0 if the width does not matter.
    pub element_bits: u32,
}

/// Numbers, keyed by the names of the records that define them, in the iteration order of LLVM's `StringMap`.
pub(super) type Named = StringMap<(i64, RecordId)>;

/// The numbers that encode properties in tables.
pub(super) struct Numbers {
    pub elements: Named,
    pub memory_elements: Named,
    pub flags: Named,
    pub merges: Named,
    pub checks: Named,
}

impl Numbers {
    pub(super) fn read(records: &Records) -> Result<Numbers, Fatal> {
        Ok(Numbers {
            elements: named(records, "EltType")?,
            memory_elements: named(records, "MemEltType")?,
            flags: named(records, "FlagType")?,
            merges: named(records, "MergeType")?,
            checks: named(records, "ImmCheckType")?,
        })
    }

    /// Shifts `number` to the position of the bit field that the flag `mask` describes.
    fn encode(&self, inst: Rec, number: u64, mask: &str) -> Result<u64, Fatal> {
        let mask = number_of(inst, &self.flags, "FlagType", mask)?;
        // If the mask is empty, the field has no bits, and the result is 0.
        Ok(number.checked_shl(mask.trailing_zeros()).unwrap_or(0) & mask)
    }

    fn encode_element(&self, inst: Rec, base: SveType) -> Result<u64, Fatal> {
        let kind = match base {
            _ if base.is_float() => "Float",
            _ if base.is_bfloat() => "BFloat",
            _ if base.mfloat => "MFloat",
            _ if base.predicate || base.svcount => "Bool",
            _ => "Int",
        };
        let name = format!("EltTy{kind}{}", base.element_bits);
        let number = number_of(inst, &self.elements, "EltType", &name)?;
        self.encode(inst, number, "EltTypeMask")
    }
}

fn named(records: &Records, class: &str) -> Result<Named, Fatal> {
    let mut named = Named::default();
    for rec in records.derived(class)? {
        let number = rec.int("Value")?;
        named.get_or_insert_with(rec.name(), || (number, rec.id()));
    }
    Ok(named)
}

/// The number of the record `name`. An error at `at` if there is no such record. In this case, the reference crashes.
pub(super) fn number_of(at: Rec, named: &Named, class: &str, name: &str) -> Result<u64, Fatal> {
    match named.get(name) {
        Some((number, _)) => Ok(*number as u64),
        None => bail!(at, "no {class} is called '{name}'"),
    }
}

/// Adds the intrinsics of one record.
fn push_family(
    intrinsics: &mut Vec<Intrinsic>,
    numbers: &Numbers,
    inst: InstDef,
) -> Result<(), Fatal> {
    let (name, prototype, specs) = (inst.name()?, inst.prototype()?, inst.specs()?);
    let (sve_guard, sme_guard) = (inst.sve_guard()?, inst.sme_guard()?);
    let (llvm_name, merge) = (inst.llvm_name()?, inst.merge()? as u64);
    let (merge_suffix, memory_element) = (inst.merge_suffix()?, inst.memory_element()? as u64);
    let (flags, checks) = (inst.flags()?, inst.checks()?);

    let operands = prototype::operands(&prototype);
    let splat = prototype::splat_parameter(inst.records().release(), &prototype);
    let mut common = 0;
    for flag in flags {
        common |= flag.int("Value")? as u64;
    }
    common |= numbers.encode(*inst, memory_element, "MemEltTypeMask")?;
    common |= numbers.encode(*inst, merge, "MergeTypeMask")?;
    if let Some(parameter) = splat {
        let splat = numbers.encode(*inst, u64::from(parameter) + 1, "SplatOperandMask")?;
        common |= splat & u64::from(u32::MAX);
    }
    let release = inst.records().release();
    let is_overloaded = name.contains('[') && name.contains(']');
    let family = Arc::new(Family {
        record: inst.id(),
        name: name.into_owned(),
        prototype: prototype.into_owned(),
        llvm_name: llvm_name.into_owned(),
        merge_suffix: merge_suffix.into_owned(),
        sve_guard: changes::guard(release, &sve_guard, "sve"),
        sme_guard: changes::guard(release, &sme_guard, "sme"),
    });
    for spec in split_specs(&specs) {
        let types = types_of(*inst, &family.prototype, &operands, spec)?;
        let mut checks = read_checks(&checks, *inst, &operands, spec)?;
        push_enum_checks(&mut checks, numbers, *inst, &types)?;
        let Some(base) = SveType::vector(release, spec, 1) else {
            bail!(inst, "unknown type specification '{spec}'");
        };
        let sets_fpmr = changes::sets_fpmr(release, &types);
        let mut flags = common | numbers.encode_element(*inst, base)?;
        if sets_fpmr {
            flags |= number_of(*inst, &numbers.flags, "FlagType", "SetsFPMR")?;
        }
        let full = Intrinsic {
            family: family.clone(),
            sets_fpmr,
            form: Form::Full,
            spec: spec.into(),
            types: types.into(),
            flags,
            checks: checks.into(),
        };
        let overloaded = is_overloaded.then(|| Intrinsic {
            form: Form::Overloaded,
            ..full.clone()
        });
        intrinsics.push(full);
        intrinsics.extend(overloaded);
    }
    Ok(())
}

/// The specifications in a list, each once and in byte order. The specification `i` if the list is empty.
fn split_specs(specs: &str) -> Vec<&str> {
    // A specification is necessary even for an intrinsic whose types do not depend on it.
    let specs = if specs.is_empty() { "i" } else { specs };
    let mut split: Vec<&str> = type_codes(specs).collect();
    split.sort_unstable();
    split.dedup();
    split
}

fn types_of(
    inst: Rec,
    prototype: &str,
    operands: &[Operand],
    spec: &str,
) -> Result<Vec<SveType>, Fatal> {
    let Some(count) = prototype::count(prototype) else {
        bail!(inst, "the prototype '{prototype}' has too many dots");
    };
    let operands = operands.iter().take(count);
    operands
        .map(|operand| SveType::new(inst, spec, *operand))
        .collect()
}

/// Reads the checks that a record lists.
fn read_checks(
    checks: &[Rec],
    inst: Rec,
    operands: &[Operand],
    spec: &str,
) -> Result<Vec<ImmCheck>, Fatal> {
    let read = |check: &Rec| {
        let [parameter, size_of] = changes::check_fields(inst.records().release());
        let (parameter, size_of) = (check.int(parameter)?, check.int(size_of)?);
        let kind = check.def("Kind")?.int("Value")?;
        let element_bits = match size_of {
            ..0 => 0,
            // If the index is past the last operand, the reference uses the last operand.
            0.. => {
                let at = (size_of as u32).wrapping_add(1) as usize;
                let Some(operand) = operands.get(at).or(operands.last()) else {
                    bail!(inst, "a check wants an operand of an empty prototype");
                };
                SveType::new(inst, spec, *operand)?.element_bits
            }
        };
        Ok(ImmCheck {
            parameter: parameter as u32,
            kind: kind as u32,
            element_bits,
        })
    };
    checks.iter().map(read).collect()
}

/// Adds the checks of parameters that are enums.
fn push_enum_checks(
    checks: &mut Vec<ImmCheck>,
    numbers: &Numbers,
    inst: Rec,
    types: &[SveType],
) -> Result<(), Fatal> {
    for (parameter, ty) in (0..).zip(types.iter().skip(1)) {
        let name = match ty.choice {
            Some(Choice::Pattern) => "ImmCheck0_31",
            Some(Choice::Prefetch) => "ImmCheck0_13",
            Some(Choice::Mode) | None => continue,
        };
        checks.push(ImmCheck {
            parameter,
            kind: number_of(inst, &numbers.checks, "ImmCheckType", name)? as u32,
            element_bits: 0,
        });
    }
    Ok(())
}
