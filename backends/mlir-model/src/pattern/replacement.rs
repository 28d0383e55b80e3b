//! Which results of the matched root the result patterns replace.

use backend::{Fatal, bail};

use super::symbols::Symbols;
use super::tree::{Tree, TreeKind};
use super::{Operations, Pattern, returned_values};

/// Which results of the root each result pattern replaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// For each result pattern, the index of the first result that it replaces; negative if it replaces nothing.
    pub offsets: Vec<i64>,
    /// The number of result patterns at the start that replace nothing and only bind names for the other patterns.
    pub helpers: usize,
}

impl Replacement {
    /// Assigns the results of the root to the values of the result patterns, from the last pattern to the first. An
    /// error if there are not enough values.
    pub fn new<'a>(
        pattern: &Pattern<'a>,
        ops: &Operations<'a>,
        symbols: &Symbols<'a>,
    ) -> Result<Replacement, Fatal> {
        let wanted = ops.operation(pattern.source)?.results.len() as i64;
        let count = pattern.results.len();
        let mut offsets = vec![0; count];
        let mut helpers = (wanted == 0).then_some(count);
        let mut behind = wanted;
        for (index, tree) in pattern.results.iter().enumerate().rev() {
            let offset = behind - value_count(ops, symbols, *tree)?;
            if offset == 0 {
                helpers = helpers.or(Some(index));
            } else if offset < 0 && behind > 0 {
                bail!(
                    pattern.rec,
                    "cannot use the same multi-result op '{}' to generate both auxiliary values \
                     and values to be used for replacing the matched op",
                    tree.symbol()
                );
            }
            offsets[index] = offset;
            behind = offset;
        }
        match helpers {
            Some(helpers) if behind <= 0 => Ok(Replacement { offsets, helpers }),
            _ => bail!(
                pattern.rec,
                "not enough values generated to replace the matched op"
            ),
        }
    }
}

/// The number of values of a result pattern.
fn value_count<'a>(
    ops: &Operations<'a>,
    symbols: &Symbols<'a>,
    tree: Tree<'a>,
) -> Result<i64, Fatal> {
    match tree.kind() {
        TreeKind::Operation if tree.symbol().is_empty() => {
            Ok(ops.operation(tree)?.results.len() as i64)
        }
        TreeKind::Operation => Ok(symbols.value_count(tree.symbol())),
        TreeKind::NativeCodeCall => returned_values(tree.operator()),
        _ => Ok(1),
    }
}
