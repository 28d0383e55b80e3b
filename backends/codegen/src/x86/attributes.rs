//! The attributes of prefixes that select the context in which an opcode is looked up.

use elaborate::records::Release;

bitflags::bitflags! {
    /// Attributes of an instruction's mode and prefixes. They have the same values as in LLVM's decoder.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Attributes: u16 {
        /// 64-bit mode.
        const BITS_64 = 1;
        /// The prefix 0xF3, or its equivalent in longer prefixes.
        const XS = 1 << 1;
        /// The prefix 0xF2, or its equivalent in longer prefixes.
        const XD = 1 << 2;
        /// The bit W of REX and longer prefixes.
        const REX_W = 1 << 3;
        /// The prefix 0x66, or its equivalent in longer prefixes.
        const OPERAND_SIZE = 1 << 4;
        /// The prefix 0x67.
        const ADDRESS_SIZE = 1 << 5;
        /// A VEX or XOP prefix.
        const VEX = 1 << 6;
        /// The bit L of VEX, XOP or EVEX.
        const VEX_L = 1 << 7;
        /// An EVEX prefix.
        const EVEX = 1 << 8;
        /// The bit L' of EVEX.
        const EVEX_L2 = 1 << 9;
        /// EVEX selects a mask register.
        const EVEX_K = 1 << 10;
        /// The bit z of EVEX: masked-out elements become zero.
        const EVEX_KZ = 1 << 11;
        /// The bit b of EVEX: a broadcast, a rounding mode, or a new data destination (NDD), depending on the
        /// instruction.
        const EVEX_B = 1 << 12;
        /// A REX2 prefix.
        const REX2 = 1 << 13;
        /// The bit NF of EVEX: the instruction does not change the flags.
        const EVEX_NF = 1 << 14;
        /// The bit U of EVEX is clear: 256-bit vectors with a rounding mode. LLVM 19 does not have this attribute.
        const EVEX_U = 1 << 15;
    }
}

impl Attributes {
    /// All attributes that the decoder of a release knows. Since LLVM 21, the bit U is one of them.
    pub fn known(release: Release) -> Attributes {
        if release >= Release::V21 {
            Attributes::all()
        } else {
            Attributes::all().difference(Attributes::EVEX_U)
        }
    }

    /// Appends the name of the context with these attributes, as `contexts` lists it. Before LLVM 22, the name of a
    /// context with a REX2 prefix does not depend on the bit W.
    pub fn push_context(self, release: Release, out: &mut String) {
        use Attributes as A;
        const NOTHING: A = A::empty();
        out.push_str("IC");
        let has = |all| self.contains(all);
        // The name for the first entry whose attributes are all present; empty if no entry matches.
        let first = |names: &[(A, &'static str)]| {
            let found = names.iter().find(|(attribute, _)| has(*attribute));
            found.map_or("", |(_, name)| *name)
        };
        let evex_address = first(&[
            (A::OPERAND_SIZE, "_EVEX_OPSIZE_ADSIZE"),
            (A::XD, "_EVEX_XD_ADSIZE"),
            (A::XS, "_EVEX_XS_ADSIZE"),
        ]);
        if has(A::EVEX | A::ADDRESS_SIZE) && !evex_address.is_empty() {
            return out.push_str(evex_address);
        }
        if has(A::EVEX_NF) {
            out.push_str("_EVEX");
            out.push_str(first(&[(A::REX_W, "_W"), (A::OPERAND_SIZE, "_OPSIZE")]));
            out.push_str(first(&[(A::EVEX_B, "_B")]));
            return out.push_str("_NF");
        }
        if self.intersects(A::EVEX | A::VEX | A::VEX_L) {
            out.push_str(first(&[(A::EVEX, "_EVEX"), (NOTHING, "_VEX")]));
            // With b set and U clear, the bits of the vector length hold a rounding mode instead.
            let has_length = !has(A::EVEX_B | A::EVEX_U);
            if has_length {
                out.push_str(first(&[(A::EVEX | A::EVEX_L2, "_L2"), (A::VEX_L, "_L")]));
            }
            out.push_str(first(&[(A::REX_W, "_W")]));
            out.push_str(first(&[
                (A::OPERAND_SIZE, "_OPSIZE"),
                (A::XD, "_XD"),
                (A::XS, "_XS"),
            ]));
            if has(A::EVEX) {
                out.push_str(first(&[(A::EVEX_KZ, "_KZ"), (A::EVEX_K, "_K")]));
                out.push_str(first(&[(A::EVEX_B | A::EVEX_U, "_B_U"), (A::EVEX_B, "_B")]));
            }
            return;
        }
        if release >= Release::V22 && has(A::BITS_64 | A::REX2 | A::REX_W) {
            return out.push_str("_64BIT_REX2_REXW");
        }
        out.push_str(if has(A::BITS_64) {
            first(&[
                (A::REX2, "_64BIT_REX2"),
                (A::REX_W | A::XS, "_64BIT_REXW_XS"),
                (A::REX_W | A::XD, "_64BIT_REXW_XD"),
                (A::REX_W | A::OPERAND_SIZE, "_64BIT_REXW_OPSIZE"),
                (A::REX_W | A::ADDRESS_SIZE, "_64BIT_REXW_ADSIZE"),
                (A::XD | A::OPERAND_SIZE, "_64BIT_XD_OPSIZE"),
                (A::XD | A::ADDRESS_SIZE, "_64BIT_XD_ADSIZE"),
                (A::XS | A::OPERAND_SIZE, "_64BIT_XS_OPSIZE"),
                (A::XS | A::ADDRESS_SIZE, "_64BIT_XS_ADSIZE"),
                (A::XS, "_64BIT_XS"),
                (A::XD, "_64BIT_XD"),
                (A::OPERAND_SIZE | A::ADDRESS_SIZE, "_64BIT_OPSIZE_ADSIZE"),
                (A::OPERAND_SIZE, "_64BIT_OPSIZE"),
                (A::ADDRESS_SIZE, "_64BIT_ADSIZE"),
                (A::REX_W, "_64BIT_REXW"),
                (NOTHING, "_64BIT"),
            ])
        } else {
            first(&[
                (A::XS | A::OPERAND_SIZE, "_XS_OPSIZE"),
                (A::XD | A::OPERAND_SIZE, "_XD_OPSIZE"),
                (A::XS | A::ADDRESS_SIZE, "_XS_ADSIZE"),
                (A::XD | A::ADDRESS_SIZE, "_XD_ADSIZE"),
                (A::XS, "_XS"),
                (A::XD, "_XD"),
                (A::OPERAND_SIZE | A::ADDRESS_SIZE, "_OPSIZE_ADSIZE"),
                (A::OPERAND_SIZE, "_OPSIZE"),
                (A::ADDRESS_SIZE, "_ADSIZE"),
            ])
        });
    }
}
