//! The order of records in the reference's memory, by which it sorts some of them.

use backend::Rec;
use elaborate::records::byte_len;

/// Files of this size are mapped into memory, smaller ones are read.
const MAPPED: usize = 4 * PAGE;
const PAGE: usize = 4096;

/// Files of this size that cannot be mapped, because no zero follows their end, are far from small ones in memory.
const LARGE: usize = 128 * 1024;

/// A key for sorting records in the reference's order: by place within a file; small files come first, in the order of
/// reading, followed by the others in reverse order.
pub(crate) fn source_order(rec: Rec) -> (i64, u32) {
    let records = rec.records();
    let (file, offset) = records.point(rec.record().locs[0]);
    let size = byte_len(&records.sources.files[file].text);
    let is_high = size >= LARGE || size >= MAPPED && !size.is_multiple_of(PAGE);
    let rank = file as i64;
    (if is_high { i64::MAX - rank } else { rank }, offset)
}
