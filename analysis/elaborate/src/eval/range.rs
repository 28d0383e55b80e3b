//! Ranges of bit indices and of loop values.

use crate::hir::{RangeEnd, RangePiece};
use crate::value::ValueId;

use super::limits::MAX_RANGE;
use super::{Cx, RecordScope, Result};

impl Cx<'_> {
    /// The integers in the given ranges, in the order written.
    pub(super) fn ranges(
        &mut self,
        pieces: &[RangePiece],
        cur: RecordScope<'_>,
    ) -> Result<Vec<u32>> {
        let mut numbers = Vec::new();
        for piece in pieces {
            // The ends of a range are evaluated as if outside any record, except that names resolve to the record's
            // fields.
            let outside = match cur.names() {
                Some(record) => RecordScope::NamesOnly(record),
                None => RecordScope::None,
            };
            let start = self.value(piece.start, None, outside)?;
            self.range_piece(piece, start, outside, &mut numbers)?;
        }
        Ok(numbers)
    }

    /// Appends the integers of a range to `numbers`. `start` is the value of the expression `piece.start`.
    pub(super) fn range_piece(
        &mut self,
        piece: &RangePiece,
        start: ValueId,
        cur: RecordScope<'_>,
        numbers: &mut Vec<u32>,
    ) -> Result<()> {
        let start_at = self.expr_at(piece.start);
        let Some(start) = self.values.as_int(start) else {
            return self.error_after(start_at, "expected integer or bitrange");
        };
        if start < 0 {
            return self.error_after(start_at, "invalid range, cannot be negative");
        }
        let (end, end_at) = match piece.end {
            RangeEnd::None => {
                numbers.push(last_bits(start));
                return Ok(());
            }
            RangeEnd::Value(end) => {
                let end_at = self.expr_at(end);
                let end = self.value(end, None, cur)?;
                match self.values.as_int(end) {
                    Some(end) => (end, end_at),
                    None => {
                        return self.error_after(end_at, "expected integer value as end of range");
                    }
                }
            }
            RangeEnd::Negative(end) => {
                let end_at = self.expr_at(end);
                let end = self.value(end, None, cur)?;
                (
                    self.values.as_int(end).map_or(-1, i64::wrapping_neg),
                    end_at,
                )
            }
        };
        if end < 0 {
            return self.error_after(end_at, "invalid range, cannot be negative");
        }
        let count = start.abs_diff(end).saturating_add(1);
        if count > MAX_RANGE as u64 || numbers.len() + count as usize > MAX_RANGE {
            return self.error(
                start_at,
                format!("a range of {count} numbers is more than can be handled"),
            );
        }
        self.spend_on(count as usize)?;
        if start < end {
            numbers.extend((start..=end).map(last_bits));
        } else {
            numbers.extend((end..=start).rev().map(last_bits));
        }
        Ok(())
    }
}

/// The low 32 bits of a number in a range. The reference ignores the other bits.
fn last_bits(number: i64) -> u32 {
    number as u32
}
