//! What of an instruction's prefixes decides in which context its opcode is looked up.

bitflags::bitflags! {
    /// The attributes of code. Their numbers are the decoder's.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Attributes: u16 {
        const BITS_64 = 1;
        const XS = 1 << 1;
        const XD = 1 << 2;
        const REX_W = 1 << 3;
        const OPERAND_SIZE = 1 << 4;
        const ADDRESS_SIZE = 1 << 5;
        const VEX = 1 << 6;
        const VEX_L = 1 << 7;
        const EVEX = 1 << 8;
        const EVEX_L2 = 1 << 9;
        const EVEX_K = 1 << 10;
        const EVEX_KZ = 1 << 11;
        const EVEX_B = 1 << 12;
        const REX2 = 1 << 13;
        const EVEX_NF = 1 << 14;
    }
}

impl Attributes {
    /// Adds the name of the context, which is one of [`CONTEXTS`](super::CONTEXTS).
    pub fn push_context(self, out: &mut String) {
        use Attributes as A;
        const NOTHING: A = A::empty();
        out.push_str("IC");
        let has = |all| self.contains(all);
        // The name of the first that is there.
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
            out.push_str(first(&[(A::EVEX | A::EVEX_L2, "_L2"), (A::VEX_L, "_L")]));
            out.push_str(first(&[(A::REX_W, "_W")]));
            out.push_str(first(&[
                (A::OPERAND_SIZE, "_OPSIZE"),
                (A::XD, "_XD"),
                (A::XS, "_XS"),
            ]));
            if has(A::EVEX) {
                out.push_str(first(&[(A::EVEX_KZ, "_KZ"), (A::EVEX_K, "_K")]));
                out.push_str(first(&[(A::EVEX_B, "_B")]));
            }
            return;
        }
        out.push_str(match has(A::BITS_64) {
            true => first(&[
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
            ]),
            false => first(&[
                (A::XS | A::OPERAND_SIZE, "_XS_OPSIZE"),
                (A::XD | A::OPERAND_SIZE, "_XD_OPSIZE"),
                (A::XS | A::ADDRESS_SIZE, "_XS_ADSIZE"),
                (A::XD | A::ADDRESS_SIZE, "_XD_ADSIZE"),
                (A::XS, "_XS"),
                (A::XD, "_XD"),
                (A::OPERAND_SIZE | A::ADDRESS_SIZE, "_OPSIZE_ADSIZE"),
                (A::OPERAND_SIZE, "_OPSIZE"),
                (A::ADDRESS_SIZE, "_ADSIZE"),
            ]),
        });
    }
}
