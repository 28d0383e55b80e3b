//! Interned strings: identifiers, string literals, names of records.

use std::fmt;
use std::hash::BuildHasher;
use std::num::NonZeroU32;
use std::sync::LazyLock;

use append_only_vec::AppendOnlyVec;
use parking_lot::Mutex;
use rustc_hash::FxBuildHasher;
use syntax::find;

use crate::hash_index::HashIndex;

/// An interned string. Equal strings have equal ids. The order of symbols is arbitrary, not alphabetical.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sym(NonZeroU32);

struct Table {
    /// Unlike the chunks of `boxcar`, these are not cleared before they are used.
    strings: AppendOnlyVec<&'static str>,
    shards: [Mutex<Shard>; SHARDS],
}

struct Shard {
    index: HashIndex<Sym>,
    /// The free part of the current block. Strings are never freed, and most are short. Compared with an allocation for
    /// each string, a block needs no padding, and strings do not pin pages whose other contents are freed.
    room: &'static mut [u8],
}

const SHARDS: usize = 16;
/// The number of strings for which a shard has room at first. A small unit of MLIR has 3000 strings. Without this room,
/// growing the tables would take one percent of the instructions that are executed to read the unit.
const ROOM: usize = 256;
/// The size of a block of strings, in bytes.
const BLOCK: usize = 1 << 10;
/// The length in bytes above which a string is allocated separately.
const LONG: usize = BLOCK / 8;

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let table = Table {
        strings: AppendOnlyVec::new(),
        shards: std::array::from_fn(|number| Mutex::new(Shard::new(number))),
    };
    for (index, text) in FIXED.iter().enumerate() {
        assert_eq!(table.intern(text), Sym::at(index as u32));
    }
    table
});

/// The strings of the constants of [`Sym`], in the order of their indices.
const FIXED: [&str; 4] = ["", "NAME", ":", "::"];

impl Table {
    fn find(&self, text: &str) -> Option<Sym> {
        let hash = FxBuildHasher.hash_one(text);
        let shard = self.shards[(hash >> 57) as usize % SHARDS].lock();
        let known = |sym: Sym| self.strings[sym.index()] == text;
        shard.index.find(hash as u32, known)
    }

    #[inline(never)]
    fn intern(&self, text: &str) -> Sym {
        let hash = FxBuildHasher.hash_one(text);
        let mut shard = self.shards[(hash >> 57) as usize % SHARDS].lock();
        let Shard { index, room } = &mut *shard;
        let known = |sym: Sym| self.strings[sym.index()] == text;
        index.find_or_add(hash as u32, known, || {
            let sym = Sym::at(self.strings.push(keep(text, room)) as u32);
            if is_qualified(text) {
                Sym(sym.0 | QUALIFIED)
            } else {
                sym
            }
        })
    }
}

impl Shard {
    fn new(number: usize) -> Shard {
        Shard {
            index: HashIndex::sharing(ROOM, number, SHARDS),
            room: &mut [],
        }
    }
}

/// Copies a string to memory that is never freed: to the start of `room_left`, or of a new block.
#[expect(
    unsafe_code,
    reason = "to look at each text again takes a hundredth of reading a file"
)]
fn keep(text: &str, room_left: &mut &'static mut [u8]) -> &'static str {
    if text.len() > LONG {
        return Box::leak(text.into());
    }
    if room_left.len() < text.len() {
        *room_left = Box::leak(Box::new([0; BLOCK]));
    }
    let (copy, room) = std::mem::take(room_left).split_at_mut(text.len());
    *room_left = room;
    copy.copy_from_slice(text.as_bytes());
    // SAFETY: the bytes are those of `text`, which is valid UTF-8.
    unsafe { std::str::from_utf8_unchecked(copy) }
}

impl Sym {
    /// The empty string.
    pub const EMPTY: Sym = Sym::at(0);
    /// `NAME`: inside a multiclass, the name of the `defm` that expands the multiclass.
    pub const NAME: Sym = Sym::at(1);
    /// `:`, between a class and its template argument.
    pub const COLON: Sym = Sym::at(2);
    /// `::`, between a multiclass and its template argument.
    pub const COLONS: Sym = Sym::at(3);

    /// The symbol of a string. A new string is interned.
    pub fn new(text: &str) -> Sym {
        TABLE.intern(text)
    }

    /// The symbol of a string; `None` if it is not interned. Unlike [`Sym::new`], this takes no memory.
    pub fn known(text: &str) -> Option<Sym> {
        TABLE.find(text)
    }

    const fn at(index: u32) -> Sym {
        Sym(NonZeroU32::MIN.saturating_add(index))
    }

    /// The index of the string in the table.
    pub(crate) fn index(self) -> usize {
        (self.0.get() & !QUALIFIED) as usize - 1
    }

    /// The symbol's id as an integer, for hashing.
    pub(crate) fn number(self) -> u32 {
        self.0.get()
    }

    /// The symbol's id as an integer that is never 0.
    pub(crate) fn nonzero_number(self) -> NonZeroU32 {
        self.0
    }

    /// The symbol with this id.
    pub(crate) fn of_number(number: NonZeroU32) -> Sym {
        Sym(number)
    }

    /// The interned string, which is never freed.
    pub fn as_str(self) -> &'static str {
        TABLE.strings[self.index()]
    }

    /// The bits of [`Sym::mask`] that are used for template arguments.
    pub const ARGS_MASK: u64 = 0xFFFF_FFFF << 32;

    /// The bit for this name in masks of mentioned names. One half of the bits is for template arguments, the other
    /// half for fields and variables. Therefore the replacement of template arguments can skip values that mention only
    /// fields and variables. Large records have many such values.
    pub fn mask(self) -> u64 {
        let half = if self.0.get() & QUALIFIED == 0 { 0 } else { 32 };
        1 << (half + (self.0.get().wrapping_mul(0x9E37_79B1) >> 27))
    }
}

/// The bit in a symbol's id that marks a qualified name such as `Class:arg`.
const QUALIFIED: u32 = 1 << 31;

fn is_qualified(text: &str) -> bool {
    find::byte(b':', text.as_bytes()).is_some_and(|it| it > 0)
}

impl<T: AsRef<str> + ?Sized> From<&T> for Sym {
    fn from(text: &T) -> Sym {
        Sym::new(text.as_ref())
    }
}

/// The symbol of a string literal. Each use of the macro in the source interns the literal only once.
#[macro_export]
macro_rules! sym {
    ($text:literal) => {{
        static SYM: std::sync::LazyLock<$crate::symbol::Sym> =
            std::sync::LazyLock::new(|| $crate::symbol::Sym::new($text));
        *SYM
    }};
}

impl fmt::Debug for Sym {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for Sym {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_template_arguments_share_no_bits_with_others() {
        // Enough symbols to use all bits.
        let bits = |prefix: &str| {
            let names = (0..1000).map(|number| format!("{prefix}{number}"));
            names.fold(0, |all, name| all | Sym::new(&name).mask())
        };
        let args = bits("A:x") | bits("A::x");
        let others = bits("x") | bits(":");
        assert_eq!(args | others, u64::MAX);
        assert_eq!(args & others, 0);
    }

    #[test]
    fn texts_of_all_lengths_stay_as_they_were() {
        let text = |len: usize| "ä€a".repeat(len) + &len.to_string();
        let lens = || (0..LONG / 2).chain([BLOCK, 4 * BLOCK]);
        let syms: Vec<Sym> = lens().map(|len| Sym::new(&text(len))).collect();
        for (len, sym) in lens().zip(syms) {
            assert_eq!(sym.as_str(), text(len));
            assert_eq!(Sym::new(&text(len)), sym);
        }
    }
}
