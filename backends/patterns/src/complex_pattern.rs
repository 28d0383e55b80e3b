//! Patterns that C++ code matches.

use backend::{Fatal, RecordId, bail, record_class};
use elaborate::records::Release;

use crate::properties::Properties;

record_class! {
    /// The fields of a complex pattern's record.
    pub(crate) struct ComplexPatternDef("ComplexPattern") {
        ty: def("Ty"),
        operands: int("NumOperands"),
        function: string("SelectFunc"),
        roots: list_of_defs("RootNodes"),
        complexity: int("Complexity"),
        properties: list_of_defs("Properties"),
    }
}

/// A pattern that a C++ function matches. A match yields operands.
#[derive(Clone, Debug)]
pub struct ComplexPattern {
    /// The record, of class `ComplexPattern`.
    pub rec: RecordId,
    /// The record of the matched value's type.
    pub ty: RecordId,
    /// The number of operands that a match yields, from `NumOperands`. As in the reference, the number is unsigned: a
    /// negative one becomes very large.
    pub operands: usize,
    /// The C++ function that matches the pattern.
    pub function: String,
    /// The records, of class `SDNode`, of the nodes that the complex pattern may match at the root of a selection
    /// pattern. Empty if the complex pattern may not be a root.
    pub roots: Vec<RecordId>,
    /// The properties of the matched nodes, and flags for further arguments of the C++ function.
    pub properties: Properties,
    /// The contribution to the complexity of a selection pattern. If `Complexity` is -1, the contribution is 3 for each
    /// operand. As in the reference, other negative numbers wrap around.
    pub complexity: u32,
}

impl ComplexPattern {
    pub(crate) fn read(def: ComplexPatternDef) -> Result<ComplexPattern, Fatal> {
        let ty = def.ty()?.id();
        let operands = def.operands()? as u32;
        let function = def.function()?.into_owned();
        let roots = def.roots()?.into_iter().map(|it| it.id()).collect();
        let complexity = match def.complexity()? {
            -1 => operands.wrapping_mul(3),
            given => given as u32,
        };
        let mut properties = Properties::default();
        for property in def.properties()? {
            let known = Properties::named(property.name())
                .filter(|it| Properties::OF_COMPLEX_PATTERNS.contains(*it));
            let Some(known) = known else {
                bail!(
                    def,
                    "Unsupported SD Node property '{}' on ComplexPattern '{}'!",
                    property.name(),
                    def.name()
                );
            };
            properties |= known;
        }
        // Since LLVM 21, the record has fields for the properties that only complex patterns have.
        if def.records().release() >= Release::V21 {
            properties.set(Properties::WANT_ROOT, def.bit("WantsRoot")?);
            properties.set(Properties::WANT_PARENT, def.bit("WantsParent")?);
        }
        Ok(ComplexPattern {
            rec: def.id(),
            ty,
            operands: operands as usize,
            function,
            roots,
            properties,
            complexity,
        })
    }
}
