//! Finds the context of an instruction by its prefixes.

use backend::{Fatal, Rec, bail};
use elaborate::records::Release;
use rustc_hash::FxHashMap;

use super::context_table::contexts;
use super::instruction::{X86Instruction, encoding, prefix, size};

/// The index of a context in [`contexts`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct ContextId(pub u8);

bitflags::bitflags! {
    /// The parts of a context's name.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    struct Parts: u32 {
        const BITS_64 = 1;
        const OPERAND_SIZE = 1 << 1;
        const ADDRESS_SIZE = 1 << 2;
        const XD = 1 << 3;
        const XS = 1 << 4;
        const REX_W = 1 << 5;
        const REX2 = 1 << 6;
        const VEX = 1 << 7;
        const EVEX = 1 << 8;
        const W = 1 << 9;
        const L = 1 << 10;
        const L2 = 1 << 11;
        const K = 1 << 12;
        const KZ = 1 << 13;
        const B = 1 << 14;
        const NF = 1 << 15;
        const U = 1 << 16;
    }
}

impl Parts {
    fn of_name(name: &str) -> Parts {
        let part = |word: &str| match word {
            "64BIT" => Parts::BITS_64,
            "OPSIZE" => Parts::OPERAND_SIZE,
            "ADSIZE" => Parts::ADDRESS_SIZE,
            "XD" => Parts::XD,
            "XS" => Parts::XS,
            "REXW" => Parts::REX_W,
            "REX2" => Parts::REX2,
            "VEX" => Parts::VEX,
            "EVEX" => Parts::EVEX,
            "W" => Parts::W,
            "L" => Parts::L,
            "L2" => Parts::L2,
            "K" => Parts::K,
            "KZ" => Parts::KZ,
            "B" => Parts::B,
            "NF" => Parts::NF,
            "U" => Parts::U,
            _ => Parts::empty(),
        };
        name.split('_').map(part).collect()
    }
}

/// The properties of an instruction that determine which contexts inherit it, such as the prefixes that it ignores.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Ignored {
    /// Whether mandatory prefixes are ignored, because the field `OpPrefixBits` of the instruction is 0.
    pub prefix: bool,
    pub vector_length: bool,
    pub w: bool,
    /// Whether the instruction's addresses have 64 bits.
    pub is_64_bit_address: bool,
    /// Whether an instruction with EVEX and W set ignores the prefix 0x66. Before LLVM 21, the combination with the
    /// prefix is a separate instruction.
    pub size_of_wide: bool,
}

/// All contexts of a release, with their properties.
pub(super) struct Contexts {
    parts: Vec<Parts>,
    by_parts: FxHashMap<Parts, ContextId>,
    /// The results of the method `inheriting`, keyed by its arguments.
    inheriting: FxHashMap<(ContextId, Ignored), Vec<ContextId>>,
    /// For each context, whether it is a 64-bit context without VEX or EVEX.
    pub is_64_bit: Vec<bool>,
    release: Release,
}

impl Contexts {
    pub(super) fn new(release: Release) -> Contexts {
        let parts: Vec<Parts> = contexts(release)
            .iter()
            .map(|(name, _)| Parts::of_name(name))
            .collect();
        let ids = (0..).map(ContextId);
        let by_parts = parts.iter().copied().zip(ids).collect();
        let any = Ignored {
            prefix: true,
            ..Ignored::default()
        };
        let is_64_bit = parts
            .iter()
            .map(|it| inherits(release, *it, Parts::BITS_64, any))
            .collect();
        Contexts {
            parts,
            by_parts,
            inheriting: FxHashMap::default(),
            is_64_bit,
            release,
        }
    }

    /// The contexts that inherit the instructions of `context`, including `context` itself.
    pub(super) fn inheriting(&mut self, context: ContextId, ignored: Ignored) -> &[ContextId] {
        let (parts, release) = (&self.parts, self.release);
        self.inheriting
            .entry((context, ignored))
            .or_insert_with(|| {
                let parent = parts[usize::from(context.0)];
                let ids = (0..).map(ContextId).zip(parts);
                let inheriting =
                    ids.filter(|(_, child)| inherits(release, **child, parent, ignored));
                inheriting.map(|(id, _)| id).collect()
            })
    }

    /// The context of an instruction. An error if no context has the instruction's prefixes.
    pub(super) fn find(
        &self,
        rec: Rec,
        it: &X86Instruction,
        mode: Mode,
    ) -> Result<ContextId, Fatal> {
        let parts = match it.encoding {
            encoding::EVEX => evex(rec, it)?,
            encoding::VEX | encoding::XOP => {
                let parts = Parts::VEX | vector_prefix(rec, it)?;
                let parts = with(parts, Parts::L, it.has_vex_l);
                with(parts, Parts::W, it.has_rex_w)
            }
            _ if mode == Mode::Bits64 || it.has_rex_w || it.address_size == size::ADDRESS_64 => {
                legacy_64(it, self.release)
            }
            _ => legacy(it),
        };
        match self.by_parts.get(&parts) {
            Some(context) => Ok(*context),
            None => bail!(
                rec,
                "there is no context for the prefixes of '{}'",
                rec.name()
            ),
        }
    }
}

/// The modes of the processor in which an instruction exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    Any,
    Bits32,
    Bits64,
}

fn with(parts: Parts, more: Parts, condition: bool) -> Parts {
    if condition { parts | more } else { parts }
}

fn vector_prefix(rec: Rec, it: &X86Instruction) -> Result<Parts, Fatal> {
    Ok(match it.prefix {
        prefix::PD => Parts::OPERAND_SIZE,
        prefix::XS => Parts::XS,
        prefix::XD => Parts::XD,
        prefix::PS => Parts::empty(),
        _ => bail!(rec, "Instruction does not use a prefix: {}", rec.name()),
    })
}

fn evex(rec: Rec, it: &X86Instruction) -> Result<Parts, Fatal> {
    if it.has_vex_l && it.has_evex_l2 {
        bail!(
            rec,
            "Don't support VEX.L if EVEX_L2 is enabled: {}",
            rec.name()
        );
    }
    let mut parts = Parts::EVEX;
    if it.encodes_rounding && it.has_evex_u {
        parts = with(parts | vector_prefix(rec, it)?, Parts::W, it.has_rex_w);
        parts |= Parts::B | Parts::U;
        return Ok(with_mask(parts, it));
    }
    if it.has_evex_nf {
        if it.prefix == prefix::PD {
            parts |= Parts::OPERAND_SIZE
        } else {
            parts = with(parts, Parts::W, it.has_rex_w)
        }
        return Ok(with(parts | Parts::NF, Parts::B, it.has_evex_b));
    }
    let has_length = !it.encodes_rounding;
    parts = with(parts, Parts::L, has_length && it.has_vex_l);
    parts = with(parts, Parts::L2, has_length && it.has_evex_l2);
    parts = with(parts, Parts::W, it.has_rex_w);
    let is_plain = parts == Parts::EVEX;
    parts |= vector_prefix(rec, it)?;
    if is_plain && it.prefix != prefix::PS && it.address_size == size::ADDRESS_32 {
        return Ok(parts | Parts::ADDRESS_SIZE);
    }
    Ok(with(with_mask(parts, it), Parts::B, it.has_evex_b))
}

fn with_mask(parts: Parts, it: &X86Instruction) -> Parts {
    let parts = with(parts, Parts::KZ, it.has_evex_kz);
    // A zeroing instruction has a mask, too, but the names of contexts have either `K` or `KZ`.
    with(parts, Parts::K, it.has_evex_k && !it.has_evex_kz)
}

fn legacy_64(it: &X86Instruction, release: Release) -> Parts {
    let bits = Parts::BITS_64;
    let is_16 = it.operand_size == size::OPERAND_16;
    let has_size = is_16 || it.prefix == prefix::PD;
    let is_32 = it.address_size == size::ADDRESS_32;
    bits | match it.prefix {
        _ if it.has_rex_w && has_size => Parts::REX_W | Parts::OPERAND_SIZE,
        _ if it.has_rex_w && is_32 => Parts::REX_W | Parts::ADDRESS_SIZE,
        prefix::XD if is_16 => Parts::XD | Parts::OPERAND_SIZE,
        prefix::XS if is_16 => Parts::XS | Parts::OPERAND_SIZE,
        _ if has_size && is_32 => Parts::OPERAND_SIZE | Parts::ADDRESS_SIZE,
        _ if has_size => Parts::OPERAND_SIZE,
        _ if is_32 => Parts::ADDRESS_SIZE,
        prefix::XS => with(Parts::XS, Parts::REX_W, it.has_rex_w),
        prefix::XD => with(Parts::XD, Parts::REX_W, it.has_rex_w),
        _ if it.has_explicit_rex2 => {
            let has_w = it.has_rex_w && release >= Release::V22;
            with(Parts::REX2, Parts::REX_W, has_w)
        }
        _ => with(Parts::empty(), Parts::REX_W, it.has_rex_w),
    }
}

fn legacy(it: &X86Instruction) -> Parts {
    let is_16 = it.operand_size == size::OPERAND_16;
    let has_size = is_16 || it.prefix == prefix::PD;
    let has_address = it.address_size == size::ADDRESS_16;
    match it.prefix {
        prefix::XD if is_16 => Parts::XD | Parts::OPERAND_SIZE,
        prefix::XS if is_16 => Parts::XS | Parts::OPERAND_SIZE,
        prefix::XD if has_address => Parts::XD | Parts::ADDRESS_SIZE,
        prefix::XS if has_address => Parts::XS | Parts::ADDRESS_SIZE,
        _ if has_size && has_address => Parts::OPERAND_SIZE | Parts::ADDRESS_SIZE,
        _ if has_size => Parts::OPERAND_SIZE,
        _ if has_address => Parts::ADDRESS_SIZE,
        prefix::XD => Parts::XD,
        prefix::XS => Parts::XS,
        _ => Parts::empty(),
    }
}

/// Whether the context `child` inherits the instructions of the context `parent`.
fn inherits(release: Release, child: Parts, parent: Parts, ignored: Ignored) -> bool {
    if child == parent {
        return true;
    }
    if parent.intersects(Parts::VEX | Parts::EVEX) {
        inherits_vector(child, parent, ignored)
    } else {
        inherits_legacy(release, child, parent, ignored)
    }
}

fn inherits_vector(child: Parts, parent: Parts, ignored: Ignored) -> bool {
    if parent.contains(Parts::U) {
        return false;
    }
    let plain = parent.difference(Parts::B);
    let is_wide = plain == Parts::EVEX | Parts::W || ignored.w && plain == Parts::EVEX;
    if ignored.size_of_wide && is_wide && child == parent | Parts::W | Parts::OPERAND_SIZE {
        return true;
    }
    let length = Parts::L | Parts::L2;
    let mut free = Parts::empty();
    if ignored.vector_length && !parent.intersects(length) {
        free |= length;
    }
    if ignored.w && !parent.contains(Parts::W) {
        free |= Parts::W;
    }
    child.difference(free) == parent.difference(free)
}

/// The condition under which a context inherits from its parent through an intermediate context.
enum When {
    Always,
    NoPrefix,
    Not64BitAddress,
    /// True since LLVM 22. From then on, an instruction may have a REX2 prefix even if it does not require this prefix.
    Rex2IsOptional,
}

fn inherits_legacy(release: Release, child: Parts, parent: Parts, ignored: Ignored) -> bool {
    use When::{Always, NoPrefix, Not64BitAddress, Rex2IsOptional};
    const OPSIZE: Parts = Parts::OPERAND_SIZE;
    const ADSIZE: Parts = Parts::ADDRESS_SIZE;
    const BITS_64: Parts = Parts::BITS_64;
    let any = Ignored {
        prefix: true,
        ..Ignored::default()
    };
    let between: &[(Parts, When)] = match parent {
        it if it.is_empty() => {
            // In the reference, a prefix is ignored in 64-bit mode only with 64-bit addresses.
            let in_64 = Ignored {
                prefix: ignored.is_64_bit_address,
                ..any
            };
            if inherits(release, child, BITS_64, in_64) {
                return true;
            }
            &[
                (OPSIZE, NoPrefix),
                (ADSIZE, Always),
                (Parts::XD, NoPrefix),
                (Parts::XS, NoPrefix),
            ]
        }
        BITS_64 => &[
            (BITS_64.union(Parts::REX_W), Always),
            (BITS_64.union(OPSIZE), NoPrefix),
            (BITS_64.union(ADSIZE), Not64BitAddress),
            (BITS_64.union(Parts::XD), NoPrefix),
            (BITS_64.union(Parts::XS), NoPrefix),
            (BITS_64.union(Parts::REX2), Rex2IsOptional),
        ],
        it if it == BITS_64 | Parts::REX2 => {
            &[(BITS_64.union(Parts::REX2).union(Parts::REX_W), Always)]
        }
        OPSIZE => &[
            (BITS_64.union(OPSIZE), Always),
            (OPSIZE.union(ADSIZE), Always),
        ],
        ADSIZE => &[(OPSIZE.union(ADSIZE), NoPrefix)],
        it if it == BITS_64 | ADSIZE => &[(BITS_64.union(OPSIZE).union(ADSIZE), NoPrefix)],
        it if it == BITS_64 | Parts::REX_W => &[
            (BITS_64.union(Parts::REX_W).union(Parts::XS), NoPrefix),
            (BITS_64.union(Parts::REX_W).union(Parts::XD), NoPrefix),
            (BITS_64.union(Parts::REX_W).union(OPSIZE), NoPrefix),
            (BITS_64.union(Parts::REX_W).union(ADSIZE), Not64BitAddress),
        ],
        it if it == BITS_64 | OPSIZE => &[
            (BITS_64.union(Parts::REX_W).union(OPSIZE), Always),
            (BITS_64.union(OPSIZE).union(ADSIZE), Not64BitAddress),
            (BITS_64.union(Parts::REX_W).union(ADSIZE), Not64BitAddress),
        ],
        it if it == BITS_64 | Parts::XD => &[
            (BITS_64.union(Parts::REX_W).union(Parts::XD), Always),
            (BITS_64.union(Parts::XD).union(ADSIZE), Not64BitAddress),
        ],
        it if it == BITS_64 | Parts::XS => &[
            (BITS_64.union(Parts::REX_W).union(Parts::XS), Always),
            (BITS_64.union(Parts::XS).union(ADSIZE), Not64BitAddress),
        ],
        // The 64-bit context with the same prefixes inherits the instructions of a context with XD or XS.
        it if !it.contains(BITS_64) && it.intersects(Parts::XD | Parts::XS) => {
            return inherits(release, child, it | BITS_64, any);
        }
        _ => &[],
    };
    between.iter().any(|(between, when)| {
        let is_so = match when {
            Always => true,
            NoPrefix => ignored.prefix,
            Not64BitAddress => !ignored.is_64_bit_address,
            Rex2IsOptional => release >= Release::V22,
        };
        is_so && inherits(release, child, *between, any)
    })
}
