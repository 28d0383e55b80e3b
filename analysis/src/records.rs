//! The finished records of a unit, as backends read them.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::numbering::Numbers;
use crate::record::Record;
use crate::sources::Sources;
use crate::value::{V, Values};

/// All classes and records of a unit after elaboration. Names are final text here; the maps are in byte order of the
/// names, as in the reference.
pub struct Records {
    pub values: Arc<Values>,
    pub numbers: Numbers,
    pub sources: Arc<Sources>,
    pub classes: BTreeMap<String, Arc<Record>>,
    pub defs: BTreeMap<String, Arc<Record>>,
    /// Global variables: `defvar`s and `defset`s at file level.
    pub globals: BTreeMap<String, V>,
}
