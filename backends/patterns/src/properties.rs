//! Properties of nodes of the selection graph, of intrinsics and of complex patterns.

use backend::{Fatal, Rec, bail};

bitflags::bitflags! {
    /// A set of properties, each of which is a record of class `SDNodeProperty`.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct Properties: u16 {
        /// `SDNPCommutative`: the first two operands may be swapped.
        const COMMUTATIVE = 1;
        /// `SDNPAssociative`: `(a + b) + c` is `a + (b + c)`.
        const ASSOCIATIVE = 1 << 1;
        /// `SDNPHasChain`: the node takes and produces a chain, which orders the node relative to other nodes with a
        /// chain.
        const HAS_CHAIN = 1 << 2;
        /// `SDNPOutGlue`: the node produces glue, which keeps the node next to its user.
        const OUT_GLUE = 1 << 3;
        /// `SDNPInGlue`: the node takes glue.
        const IN_GLUE = 1 << 4;
        /// `SDNPOptInGlue`: the node may take glue.
        const OPTIONAL_IN_GLUE = 1 << 5;
        /// `SDNPMayLoad`: the node may read memory.
        const MAY_LOAD = 1 << 6;
        /// `SDNPMayStore`: the node may write memory.
        const MAY_STORE = 1 << 7;
        /// `SDNPSideEffect`: the node may have effects beyond its results and memory.
        const SIDE_EFFECT = 1 << 8;
        /// `SDNPMemOperand`: the node has a memory operand, which describes its memory access.
        const MEMORY_OPERAND = 1 << 9;
        /// `SDNPVariadic`: the node may have more operands than its profile lists.
        const VARIADIC = 1 << 10;
        /// `SDNPWantRoot`: the C++ function gets the root of the pattern. Only complex patterns have this.
        const WANT_ROOT = 1 << 11;
        /// `SDNPWantParent`: the C++ function gets the parent of the examined node. Only complex patterns have this.
        const WANT_PARENT = 1 << 12;
    }
}

impl Properties {
    /// Reads the properties of a node or an intrinsic. An error if a property is unknown or reserved for complex
    /// patterns.
    pub(crate) fn read(def: Rec) -> Result<Properties, Fatal> {
        let mut properties = Properties::default();
        for property in def.list_of_defs("Properties")? {
            let known = Properties::named(property.name())
                .filter(|it| !Properties::OF_COMPLEX_PATTERNS_ALONE.contains(*it));
            let Some(known) = known else {
                let (property, name) = (property.name(), def.name());
                bail!(
                    def,
                    "Unknown SD Node property '{property}' on node '{name}'!"
                );
            };
            properties |= known;
        }
        Ok(properties)
    }

    const OF_COMPLEX_PATTERNS_ALONE: Properties =
        Properties::WANT_ROOT.union(Properties::WANT_PARENT);

    /// The properties that complex patterns may have.
    pub(crate) const OF_COMPLEX_PATTERNS: Properties = Properties::OF_COMPLEX_PATTERNS_ALONE
        .union(Properties::HAS_CHAIN)
        .union(Properties::OPTIONAL_IN_GLUE)
        .union(Properties::MAY_STORE)
        .union(Properties::MAY_LOAD)
        .union(Properties::SIDE_EFFECT)
        .union(Properties::MEMORY_OPERAND)
        .union(Properties::VARIADIC);

    /// The property with this record name; `None` if the name is unknown.
    pub(crate) fn named(name: &str) -> Option<Properties> {
        Some(match name {
            "SDNPCommutative" => Properties::COMMUTATIVE,
            "SDNPAssociative" => Properties::ASSOCIATIVE,
            "SDNPHasChain" => Properties::HAS_CHAIN,
            "SDNPOutGlue" => Properties::OUT_GLUE,
            "SDNPInGlue" => Properties::IN_GLUE,
            "SDNPOptInGlue" => Properties::OPTIONAL_IN_GLUE,
            "SDNPMayLoad" => Properties::MAY_LOAD,
            "SDNPMayStore" => Properties::MAY_STORE,
            "SDNPSideEffect" => Properties::SIDE_EFFECT,
            "SDNPMemOperand" => Properties::MEMORY_OPERAND,
            "SDNPVariadic" => Properties::VARIADIC,
            "SDNPWantRoot" => Properties::WANT_ROOT,
            "SDNPWantParent" => Properties::WANT_PARENT,
            _ => return None,
        })
    }
}
