//! The names of MLIR operations: the name of the dialect, a dot, and the name of the operation in the dialect.

use elaborate::record::Record;
use elaborate::symbol::Sym;
use elaborate::value::{Node, ValueId, ValueStore};
use rustc_hash::FxHashMap;

/// Finds the names of operations. The records of a unit must be passed to [`Operations::name`] in their order.
#[derive(Default)]
pub struct Operations {
    /// The names of the dialects whose records were passed so far, keyed by the names of these records.
    dialects: FxHashMap<ValueId, Sym>,
}

impl Operations {
    /// The name of an operation in MLIR, such as `arith.addi`; `None` for other records. The record of a dialect must
    /// be passed before the records of its operations.
    pub fn name(&mut self, record: &Record, values: &ValueStore) -> Option<Sym> {
        let value = |field| record.field(Sym::new(field))?.value;
        if record.is_subclass_of(Sym::new("Op")) {
            let Node::Def(dialect) = values.node(value("opDialect")?) else {
                return None;
            };
            let dialect = self.dialects.get(dialect)?;
            let own = values.as_str(value("opName")?)?;
            let name = format!("{}.{}", dialect.as_str(), own.as_str());
            return Some(Sym::new(&name));
        }
        if record.is_subclass_of(Sym::new("Dialect")) {
            let name = values.as_str(value("name")?)?;
            self.dialects.insert(record.name, name);
        }
        None
    }
}
