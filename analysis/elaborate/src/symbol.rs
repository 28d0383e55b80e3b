//! Interned strings: identifiers, string literals, names of records.

use std::fmt;
use std::hash::BuildHasher;
use std::num::NonZeroU32;
use std::sync::LazyLock;

use parking_lot::Mutex;
use rustc_hash::FxBuildHasher;

use crate::hash_index::HashIndex;
use crate::lossy_cache::LossyCache;

/// An interned string. Equality is identity; the order is some order, not that of the texts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sym(NonZeroU32);

struct Table {
    strings: boxcar::Vec<&'static str>,
    shards: [Mutex<Shard>; SHARDS],
}

struct Shard {
    index: HashIndex<Sym>,
    /// The free part of the current block. Most texts are short and none is freed: stored side by side they take no
    /// more than their length, and do not pin pages of freed memory.
    room: &'static mut [u8],
}

const SHARDS: usize = 16;
/// Of texts, in bytes.
const BLOCK: usize = 1 << 10;
/// A text of more bytes has a block of its own.
const LONG: usize = BLOCK / 8;

thread_local! {
    /// Recently used symbols with their texts, in front of the table.
    static RECENT: LossyCache<(Sym, &'static str), { 1 << 9 }> = const { LossyCache::new() };
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let table = Table {
        strings: boxcar::Vec::new(),
        shards: std::array::from_fn(|number| Mutex::new(Shard::new(number))),
    };
    for (index, text) in FIXED.iter().enumerate() {
        assert_eq!(table.intern(text), Sym::at(index as u32));
    }
    table
});

/// The texts of the constants of [`Sym`], in order.
const FIXED: [&str; 4] = ["", "NAME", ":", "::"];

impl Table {
    fn intern(&self, text: &str) -> Sym {
        let hash = FxBuildHasher.hash_one(text);
        let known = RECENT.with(|recent| recent.get(hash, |(_, known)| known == text));
        if let Some((sym, _)) = known {
            return sym;
        }
        let sym = self.intern_far(hash, text);
        RECENT.with(|recent| recent.put(hash, (sym, self.strings[sym.index()])));
        sym
    }

    fn find(&self, text: &str) -> Option<Sym> {
        let hash = FxBuildHasher.hash_one(text);
        let shard = self.shards[(hash >> 57) as usize % SHARDS].lock();
        let known = |sym: Sym| self.strings[sym.index()] == text;
        shard.index.find(hash as u32, known)
    }

    #[inline(never)]
    fn intern_far(&self, hash: u64, text: &str) -> Sym {
        let kept = hash as u32;
        let mut shard = self.shards[(hash >> 57) as usize % SHARDS].lock();
        let known = |sym: Sym| self.strings[sym.index()] == text;
        if let Some(sym) = shard.index.find(kept, known) {
            return sym;
        }
        let sym = Sym::at(self.strings.push(shard.keep(text)) as u32);
        let sym = if is_qualified(text) {
            Sym(sym.0 | QUALIFIED)
        } else {
            sym
        };
        shard.index.insert(kept, sym);
        sym
    }
}

impl Shard {
    fn new(number: usize) -> Shard {
        Shard {
            index: HashIndex::sharing(0, number, SHARDS),
            room: &mut [],
        }
    }

    /// A copy of a text that is never freed.
    #[expect(
        unsafe_code,
        reason = "to look at each text again takes a hundredth of reading a file"
    )]
    fn keep(&mut self, text: &str) -> &'static str {
        if text.len() > LONG {
            return Box::leak(text.into());
        }
        if self.room.len() < text.len() {
            self.room = Box::leak(Box::new([0; BLOCK]));
        }
        let (copy, room) = std::mem::take(&mut self.room).split_at_mut(text.len());
        self.room = room;
        copy.copy_from_slice(text.as_bytes());
        // SAFETY: it is a copy of a text.
        unsafe { std::str::from_utf8_unchecked(copy) }
    }
}

impl Sym {
    /// The empty text.
    pub const EMPTY: Sym = Sym::at(0);
    /// `NAME`: the name of the `defm` in its multiclass.
    pub const NAME: Sym = Sym::at(1);
    /// `:`, which joins a class and its template argument.
    pub const COLON: Sym = Sym::at(2);
    /// `::`, which joins a multiclass and its template argument.
    pub const COLONS: Sym = Sym::at(3);

    /// The symbol of a text.
    pub fn new(text: &str) -> Sym {
        TABLE.intern(text)
    }

    /// The symbol of a text if it has one already. A new symbol takes memory that is never freed.
    pub fn known(text: &str) -> Option<Sym> {
        TABLE.find(text)
    }

    const fn at(index: u32) -> Sym {
        Sym(NonZeroU32::MIN.saturating_add(index))
    }

    /// Its number, from 0.
    pub(crate) fn index(self) -> usize {
        (self.0.get() & !QUALIFIED) as usize - 1
    }

    /// The number of the text, for hashing.
    pub(crate) fn number(self) -> u32 {
        self.0.get()
    }

    /// The same, which is never 0.
    pub(crate) fn nonzero_number(self) -> NonZeroU32 {
        self.0
    }

    /// The symbol of such a number.
    pub(crate) fn of_number(number: NonZeroU32) -> Sym {
        Sym(number)
    }

    /// The text.
    pub fn as_str(self) -> &'static str {
        TABLE.strings[self.index()]
    }

    /// The bits of template arguments in the masks.
    pub const ARGS_MASK: u64 = 0xFFFF_FFFF << 32;

    /// The bit for this name in the masks of mentioned names. Template arguments have one half of the bits, fields and
    /// variables the other: replacing the former need not look at values that mention only the latter, which are
    /// frequent in large records.
    pub fn mask(self) -> u64 {
        let half = if self.0.get() & QUALIFIED == 0 { 0 } else { 32 };
        1 << (half + (self.0.get().wrapping_mul(0x9E37_79B1) >> 27))
    }
}

/// In the number of a symbol: its text is a name within another, such as `Class:arg`.
const QUALIFIED: u32 = 1 << 31;

fn is_qualified(text: &str) -> bool {
    !text.starts_with(':') && text.as_bytes().contains(&b':')
}

impl<T: AsRef<str> + ?Sized> From<&T> for Sym {
    fn from(text: &T) -> Sym {
        Sym::new(text.as_ref())
    }
}

/// The symbol of a literal, which is looked up once for each use in the source.
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
