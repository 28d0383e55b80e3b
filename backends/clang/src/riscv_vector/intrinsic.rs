//! The intrinsics of records: one for each combination of basic type, size of register groups, mask and policy.

use std::borrow::Cow;
use std::rc::Rc;

use backend::{Fatal, Rec, Records, bail, spend};

use super::descriptor::{Descriptor, POINTER, parse};
use super::types::{Basic, Types};

/// The policy on tail elements and masked-out elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Policy {
    /// Whether the elements after the vector length keep their values.
    pub keeps_tail: bool,
    /// Whether masked-out elements keep their values.
    pub keeps_masked: bool,
}

impl Policy {
    const TAIL: Policy = Policy {
        keeps_tail: true,
        keeps_masked: false,
    };
    const MASKED: Policy = Policy {
        keeps_tail: false,
        keeps_masked: true,
    };
    const BOTH: Policy = Policy {
        keeps_tail: true,
        keeps_masked: true,
    };

    pub(super) fn keeps_nothing(self) -> bool {
        self == Policy::default()
    }

    /// The encoding of the policy in instructions: a bit is set for each kind of element that may be overwritten.
    pub(super) fn bits(self) -> u32 {
        u32::from(!self.keeps_tail) | u32::from(!self.keeps_masked) << 1
    }

    /// The sort key of policies.
    pub(super) fn order(self) -> (bool, bool) {
        (self.keeps_masked, !self.keeps_tail)
    }
}

/// How an intrinsic takes the policy: the value of a `PolicyScheme`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Scheme(pub u8);

impl Scheme {
    const NONE: Scheme = Scheme(0);
    /// An operand supplies the values of the elements that are kept.
    pub(super) const PASSTHRU: Scheme = Scheme(1);
    /// An operand is the policy itself.
    pub(super) const POLICY: Scheme = Scheme(2);
}

/// The fields of a record of class `RVVBuiltin`.
pub(super) struct Definition<'a> {
    pub rec: Rec<'a>,
    pub name: Cow<'a, str>,
    pub overloaded_name: Cow<'a, str>,
    pub prototype: Vec<Descriptor>,
    pub suffix: Vec<Descriptor>,
    pub overloaded_suffix: Vec<Descriptor>,
    pub type_range: Cow<'a, str>,
    /// The sizes of register groups as logarithms.
    pub groups: Vec<i32>,
    pub has_masked: bool,
    pub has_masked_off: bool,
    pub has_length: bool,
    pub masked_scheme: Scheme,
    pub unmasked_scheme: Scheme,
    pub has_tail_policy: bool,
    pub has_mask_policy: bool,
    /// Whether the builtin is only called through aliases. Its definition then contains no type.
    pub has_alias: bool,
    pub manual_code: Cow<'a, str>,
    /// The types that select an overload of the LLVM intrinsic: indices of operands, or -1 for the result.
    type_operands: Vec<i64>,
    pub features: Vec<Cow<'a, str>>,
    ir_name: Cow<'a, str>,
    masked_ir_name: Cow<'a, str>,
    pub fields: u32,
    /// The factor by which the result is wider than the operands; 0 for most intrinsics, and before LLVM 22.
    pub widening: u32,
    pub is_tuple: bool,
    pub has_rounding_mode: bool,
    /// Whether the intrinsic uses an alternative floating-point format, which `vsetvli` selects. False before LLVM 22.
    pub alternative_format: bool,
}

/// An intrinsic for one basic type, size of register groups, mask and policy.
pub(super) struct Intrinsic<'a> {
    pub def: Rc<Definition<'a>>,
    pub builtin_name: String,
    pub masked: bool,
    pub policy: Policy,
    /// The type of the result followed by the types of the operands, as indices in [`Types`].
    types: Vec<usize>,
    /// The part of the full name that encodes the types of the intrinsic.
    suffix: Rc<str>,
    pub type_operands: Vec<i64>,
}

impl Intrinsic<'_> {
    pub(super) fn ir_name(&self) -> &str {
        if self.masked {
            &self.def.masked_ir_name
        } else {
            &self.def.ir_name
        }
    }

    pub(super) fn has_masked_off(&self) -> bool {
        self.masked && self.def.has_masked_off
    }

    pub(super) fn scheme(&self) -> Scheme {
        if self.masked {
            self.def.masked_scheme
        } else {
            self.def.unmasked_scheme
        }
    }

    /// The element width in the name of a segment access, as a logarithm. It is [`UNKNOWN`] for an indexed segment
    /// access, whose name contains the width of the index instead. It is 0 in all other cases.
    pub(super) fn segment_width(&self) -> u32 {
        let name: &str = match &*self.def.overloaded_name {
            "" => self.def.name.split('_').next().unwrap_or_default(),
            name => name,
        };
        let starts_with = |prefixes: [&'static str; 4]| {
            prefixes
                .into_iter()
                .find_map(|prefix| name.strip_prefix(prefix))
        };
        if starts_with(["vloxseg", "vluxseg", "vsoxseg", "vsuxseg"]).is_some() {
            return UNKNOWN;
        }
        let Some(rest) = starts_with(["vlseg", "vlsseg", "vsseg", "vssseg"]) else {
            return 0;
        };
        let width = rest.strip_prefix(['2', '3', '4', '5', '6', '7', '8']);
        let width = match width.and_then(|it| it.strip_prefix('e')) {
            Some(width) if name.starts_with("vlseg") => width.strip_suffix("ff").unwrap_or(width),
            width => width.unwrap_or_default(),
        };
        match width {
            "8" | "16" | "32" | "64" if self.def.overloaded_suffix.is_empty() => {
                width.parse::<u32>().map_or(0, u32::ilog2)
            }
            _ => 0,
        }
    }

    /// For an indexed segment access, the index of the operand that is the address; [`UNKNOWN`] for other intrinsics.
    pub(super) fn pointer_of_indexed_segment(&self) -> u32 {
        let name = self.ir_name();
        let is = |prefix| name.starts_with(prefix);
        let masked = u32::from(self.masked);
        if is("vloxseg") || is("vluxseg") {
            let keeps = self.policy.keeps_tail || self.masked && self.policy.keeps_masked;
            return masked + u32::from(keeps);
        }
        if is("vsoxseg") || is("vsuxseg") {
            masked
        } else {
            UNKNOWN
        }
    }

    pub(super) fn declaration(&self, types: &Types) -> String {
        let mut names = self.types.iter().map(|&it| types.ty(it).c_name());
        let returned = names.next().unwrap_or_default();
        let parameters: Vec<String> = names.collect();
        let name = &self.def.name;
        let policy = self.builtin_name.strip_prefix(&**name).unwrap_or("");
        let suffix = match &*self.suffix {
            "" => String::new(),
            suffix => format!("_{suffix}"),
        };
        let parameters = parameters.join(", ");
        format!("{returned} __riscv_{name}{suffix}{policy}({parameters});")
    }

    /// The types of the result and the operands, encoded as in the definition of a builtin.
    pub(super) fn builtin_types(&self, types: &Types) -> String {
        self.types.iter().map(|&it| types.code(it)).collect()
    }
}

/// The value for an unknown number: -1 in 32 bits.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// The largest number of intrinsics. More are an error.
const MAX_INTRINSICS: usize = 1 << 22;

/// All intrinsics and their definitions, in the order of the records.
#[derive(Default)]
pub(super) struct Intrinsics<'a> {
    pub definitions: Vec<Rc<Definition<'a>>>,
    pub list: Vec<Intrinsic<'a>>,
    pub types: Types,
    /// Whether the output contains no names. A missing type in the suffix of a name is then no error.
    lacks_names: bool,
}

impl<'a> Intrinsics<'a> {
    /// The intrinsics of a unit. An error if a record is invalid.
    pub(super) fn new(records: &'a Records) -> Result<Intrinsics<'a>, Fatal> {
        Intrinsics::default().read_all(records)
    }

    /// The intrinsics of a unit for tables without names. Like the reference, it accepts suffixes with missing types.
    pub(super) fn nameless(records: &'a Records) -> Result<Intrinsics<'a>, Fatal> {
        let intrinsics = Intrinsics {
            lacks_names: true,
            ..Intrinsics::default()
        };
        intrinsics.read_all(records)
    }

    fn read_all(mut self, records: &'a Records) -> Result<Intrinsics<'a>, Fatal> {
        for rec in records.derived("RVVBuiltin")? {
            let def = Rc::new(Definition::new(rec)?);
            self.definitions.push(def.clone());
            self.add(&def)?;
        }
        Ok(self)
    }

    /// Adds the intrinsics of a record.
    pub(super) fn add(&mut self, def: &Rc<Definition<'a>>) -> Result<(), Fatal> {
        let variants = def.variants()?;
        let operands: Result<Vec<_>, _> = variants.iter().map(|it| def.operands(*it)).collect();
        let operands = operands?;
        for letter in def.type_range.chars() {
            let basic = Basic::from_letter(letter);
            for &group in &def.groups {
                self.add_all(def, &variants, &operands, basic, group)?;
            }
        }
        Ok(())
    }

    /// Adds the variants for a basic type and a size of register groups. If a type of the first variant does not exist,
    /// nothing is added. If a type of another variant does not exist, it is an error.
    fn add_all(
        &mut self,
        def: &Rc<Definition<'a>>,
        variants: &[Variant],
        operands: &[Vec<Descriptor>],
        basic: Basic,
        group: i32,
    ) -> Result<(), Fatal> {
        let mut suffix: Rc<str> = "".into();
        for (index, (variant, operands)) in variants.iter().zip(operands).enumerate() {
            let types = self.types_of(def, basic, group, operands)?;
            let Some(types) = types else {
                if index == 0 {
                    return Ok(());
                }
                bail!(
                    def.rec,
                    "'{}' has a policy variant whose types do not exist",
                    def.name
                );
            };
            if index == 0 {
                suffix = self.suffix_of(def, basic, group, &def.suffix)?.into();
                // No table contains this suffix, but Clang computes it in the same way. So errors in the suffix are
                // reported.
                self.suffix_of(def, basic, group, &def.overloaded_suffix)?;
            }
            if self.list.len() == MAX_INTRINSICS {
                bail!(def.rec, "there are too many intrinsics");
            }
            self.list.push(Intrinsic {
                builtin_name: def.builtin_name(*variant),
                masked: variant.masked,
                policy: variant.policy,
                types,
                suffix: suffix.clone(),
                type_operands: def.type_operands_of(*variant),
                def: def.clone(),
            });
        }
        Ok(())
    }

    fn types_of(
        &mut self,
        def: &Definition,
        basic: Basic,
        group: i32,
        operands: &[Descriptor],
    ) -> Result<Option<Vec<usize>>, Fatal> {
        let mut types = Vec::with_capacity(operands.len());
        spend(operands.len());
        for descriptor in operands {
            let ty = self.types.get(basic, group, *descriptor);
            match ty.map_err(|message| def.rec.fatal(message))? {
                Some(ty) => types.push(ty),
                None => return Ok(None),
            }
        }
        Ok(Some(types))
    }

    /// The suffix of names for the types that `suffix` describes. An error if such a type does not exist, except for
    /// tables without names: there, the suffix is then empty.
    fn suffix_of(
        &mut self,
        def: &Definition,
        basic: Basic,
        group: i32,
        suffix: &[Descriptor],
    ) -> Result<String, Fatal> {
        match self.types_of(def, basic, group, suffix)? {
            None if self.lacks_names => Ok(String::new()),
            None => bail!(
                def.rec,
                "the suffix of '{}' contains an invalid type",
                def.name
            ),
            Some(types) => {
                let suffix = |ty: usize| self.types.ty(ty).suffix();
                let all = types.into_iter().map(suffix).collect::<Result<Vec<_>, _>>();
                let all = all.map_err(|message| def.rec.fatal(message))?;
                Ok(all.join("_"))
            }
        }
    }
}

mod changes {
    use elaborate::records::Release;

    /// Whether records have the fields `AltFmt` and `TWiden`. True since LLVM 22.
    pub(super) fn has_formats(release: Release) -> bool {
        release >= Release::V22
    }
}

/// A variant of an intrinsic: with or without a mask, and with a policy.
#[derive(Clone, Copy, Debug)]
struct Variant {
    masked: bool,
    policy: Policy,
}

impl<'a> Definition<'a> {
    pub(super) fn new(rec: Rec<'a>) -> Result<Definition<'a>, Fatal> {
        let name = rec.string("Name")?;
        let suffix = rec.string("Suffix")?;
        let overloaded_name = rec.string("OverloadedName")?;
        let overloaded_suffix = rec.string("OverloadedSuffix")?;
        let prototype = rec.string("Prototype")?;
        let type_range = rec.string("TypeRange")?;
        let has_masked = rec.bit("HasMasked")?;
        let has_masked_off = rec.bit("HasMaskedOffOperand")?;
        let has_length = rec.bit("HasVL")?;
        let scheme = |field| rec.def(field)?.int("Value").map(|it| Scheme(it as u8));
        let masked_scheme = scheme("MaskedPolicyScheme")?;
        let unmasked_scheme = scheme("UnMaskedPolicyScheme")?;
        let groups = rec.list_of_ints("Log2LMUL")?;
        let has_tail_policy = rec.bit("HasTailPolicy")?;
        let has_mask_policy = rec.bit("HasMaskPolicy")?;
        let has_formats = changes::has_formats(rec.records().release());
        let alternative_format = has_formats && rec.bit("AltFmt")?;
        // The field is not used, but required as in the reference.
        rec.bit("SupportOverloading")?;
        let has_alias = rec.bit("HasBuiltinAlias")?;
        let manual_code = rec.string("ManualCodegen")?;
        let type_operands = rec.list_of_ints("IntrinsicTypes")?;
        let features = rec.list_of_strings("RequiredFeatures")?;
        let ir_name = rec.string("IRName")?;
        let masked_ir_name = rec.string("MaskedIRName")?;
        let fields = rec.int("NF")? as u32;
        let widening = if has_formats {
            rec.int("TWiden")? as u32
        } else {
            0
        };
        let is_tuple = rec.bit("IsTuple")?;
        let has_rounding_mode = rec.bit("HasFRMRoundModeOp")?;
        let descriptors = |text: &str| parse(text).map_err(|message| rec.fatal(message));
        let prototype = descriptors(&prototype)?;
        Ok(Definition {
            rec,
            prototype,
            suffix: descriptors(&suffix)?,
            overloaded_suffix: descriptors(&overloaded_suffix)?,
            name,
            overloaded_name,
            type_range,
            groups: groups.into_iter().map(|it| it as i32).collect(),
            has_masked,
            has_masked_off,
            has_length,
            masked_scheme,
            unmasked_scheme,
            has_tail_policy,
            has_mask_policy,
            has_alias,
            manual_code,
            type_operands,
            features,
            ir_name,
            masked_ir_name,
            fields,
            widening,
            is_tuple,
            has_rounding_mode,
            alternative_format,
        })
    }

    /// The descriptions of types: the prototype and the suffixes of the full and the overloaded name.
    pub(super) fn signatures(&self) -> [&[Descriptor]; 3] {
        [&self.prototype, &self.suffix, &self.overloaded_suffix]
    }

    /// The variants for each basic type and size of register groups, in the order of the output.
    fn variants(&self) -> Result<Vec<Variant>, Fatal> {
        let variant = |masked, policy| Variant { masked, policy };
        let mut variants = vec![variant(false, Policy::default())];
        if self.unmasked_scheme != Scheme::NONE {
            variants.push(variant(false, Policy::TAIL));
        }
        if !self.has_masked {
            return Ok(variants);
        }
        variants.push(variant(true, Policy::default()));
        if self.masked_scheme != Scheme::NONE {
            let policies: &[Policy] = match (self.has_tail_policy, self.has_mask_policy) {
                (true, true) => &[Policy::TAIL, Policy::BOTH, Policy::MASKED],
                (true, false) => &[Policy::TAIL],
                (false, _) => &[Policy::MASKED],
            };
            variants.extend(policies.iter().map(|policy| variant(true, *policy)));
        }
        Ok(variants)
    }

    /// The descriptors of the result and the operands of a variant: the descriptors of the prototype, and the
    /// descriptors of additional operands.
    fn operands(&self, variant: Variant) -> Result<Vec<Descriptor>, Fatal> {
        let mut operands = self.prototype.clone();
        let fields = self.fields as usize;
        let after_addresses = fields.saturating_add(1);
        let is_segment = self.fields > 1;
        let adds_kept = if variant.masked {
            self.has_masked_off && !variant.policy.keeps_nothing()
        } else {
            self.unmasked_scheme == Scheme::PASSTHRU && variant.policy.keeps_tail
        };
        if adds_kept && self.fields == 1 {
            // The additional operand has the type of the result. For an unmasked variant, the reference inserts it
            // before the result instead of after it. The list is the same, because both have the same type.
            operands.insert(1, self.descriptor(0)?);
        } else if adds_kept && self.is_tuple && (is_segment || !variant.masked) {
            let at = usize::from(variant.masked);
            let kept =
                Descriptor::tuple(self.fields, self.descriptor(at)?.without(POINTER).modifiers);
            operands.insert(at, kept);
        } else if adds_kept && (is_segment || !variant.masked) {
            // Inserts as many vectors as there are addresses, after the addresses.
            let kept = self.descriptor(1)?.without(POINTER);
            self.check_length(&operands, after_addresses)?;
            operands.splice(
                after_addresses..after_addresses,
                std::iter::repeat_n(kept, fields),
            );
        }
        if variant.masked {
            let at = if self.has_masked_off && is_segment && !self.is_tuple {
                after_addresses
            } else {
                1
            };
            self.check_length(&operands, at)?;
            operands.insert(at, Descriptor::MASK);
        }
        if self.has_length {
            operands.push(Descriptor::LENGTH);
        }
        // If the prototype is empty, the vector length takes the place of the result. Without a vector length, there is
        // no result.
        if operands.is_empty() {
            bail!(self.rec, "the prototype of '{}' is empty", self.name);
        }
        Ok(operands)
    }

    fn check_length(&self, operands: &[Descriptor], least: usize) -> Result<(), Fatal> {
        if operands.len() < least {
            bail!(
                self.rec,
                "the prototype of '{}' is too short for {} fields",
                self.name,
                self.fields
            );
        }
        Ok(())
    }

    fn descriptor(&self, index: usize) -> Result<Descriptor, Fatal> {
        match self.prototype.get(index) {
            Some(descriptor) => Ok(*descriptor),
            None => bail!(self.rec, "the prototype of '{}' is too short", self.name),
        }
    }

    fn builtin_name(&self, variant: Variant) -> String {
        let rounding = if self.has_rounding_mode { "_rm" } else { "" };
        let policy = match (variant.masked, variant.policy) {
            (true, Policy::BOTH) => "_tumu",
            (true, Policy::TAIL) => "_tum",
            (true, Policy::MASKED) => "_mu",
            (true, _) => "_m",
            (false, policy) if policy.keeps_tail => "_tu",
            (false, _) => "",
        };
        let format = if self.alternative_format { "_alt" } else { "" };
        format!("{}{rounding}{format}{policy}", self.name)
    }

    /// The indices of the operands whose types select an overload of the LLVM intrinsic. Operands that the variant adds
    /// in front, such as a mask, are counted.
    fn type_operands_of(&self, variant: Variant) -> Vec<i64> {
        let has_kept = if variant.masked {
            self.has_masked_off
        } else {
            self.unmasked_scheme == Scheme::PASSTHRU
        };
        let shift = if has_kept { i64::from(self.fields) } else { 0 };
        let operands = self.type_operands.iter();
        operands
            .map(|&it| if it >= 0 { it.wrapping_add(shift) } else { it })
            .collect()
    }
}
