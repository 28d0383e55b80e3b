//! The order of records by their address in the reference's memory. The reference sorts some records by this address.

use backend::Rec;
use elaborate::records::byte_len;

/// Files of at least this size are mapped into memory if possible; smaller files are read.
const MAPPED: usize = 4 * PAGE;
const PAGE: usize = 4096;

/// In memory, files of at least this size are far from small files. This holds even for files that cannot be mapped
/// because no zero byte follows them.
const LARGE: usize = 128 * 1024;

/// A sort key for records in the reference's order: by file, then by location within the file. Files that are neither
/// large nor mapped come first, in the order in which they are read. The other files follow, in the reverse of this
/// order.
pub(crate) fn source_order(rec: Rec) -> (i64, u32) {
    let records = rec.records();
    let (file, offset) = records.point(rec.record().locs[0]);
    let size = byte_len(&records.sources.files[file].text);
    let is_high = size >= LARGE || size >= MAPPED && !size.is_multiple_of(PAGE);
    let rank = file as i64;
    (if is_high { i64::MAX - rank } else { rank }, offset)
}
