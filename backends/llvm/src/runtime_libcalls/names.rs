//! The names of functions in the format of LLVM 22 and later: one string with all names, and a hash table for finding a
//! function by name.

use backend::string_map::hash;
use backend::string_offset_table::StringOffsetTable;
use backend::text::push_guarded;
use backend::{Context, Fatal, Output};
use elaborate::records::encode;
use indexmap::IndexMap;

use super::Libcalls;

/// Writes the tables of names, and the functions that look a function up by name.
pub(super) fn push(cx: &Context, libcalls: &Libcalls, out: &mut Output) -> Result<(), Fatal> {
    push_guarded(out, "GET_INIT_RUNTIME_LIBCALL_NAMES", |out| {
        push_names(cx, libcalls, out);
        libcalls.push_reverse(out);
    });
    // If several functions have the same name, the lookup finds the first of them.
    let mut numbers = IndexMap::new();
    for (number, function) in (1..).zip(&libcalls.functions) {
        numbers.entry(&*function.symbol).or_insert(number);
    }
    if numbers.is_empty() {
        return Err(cx
            .records
            .fatal("there is no function to look up".to_owned()));
    }
    let longest = numbers.keys().map(|it| encode(it).len()).max();
    push_guarded(out, "GET_LOOKUP_LIBCALL_IMPL_NAME_BODY", |out| {
        write!(
            out,
            "  size_t Size = Name.size();\n  if (Size == 0 || Size > {})\n\
             \x20   return enum_seq(RTLIB::Unsupported, RTLIB::Unsupported);\n\
             \x20return lookupLibcallImplNameImpl(Name);\n",
            longest.unwrap_or(0)
        );
    });
    push_guarded(out, "DEFINE_GET_LOOKUP_LIBCALL_IMPL_NAME", |out| {
        push_look_up(&Buckets::new(numbers), out);
    });
    Ok(())
}

/// Writes the names, and the offset and length of each function's name.
fn push_names(cx: &Context, libcalls: &Libcalls, out: &mut Output) {
    let mut names = StringOffsetTable::new(cx);
    for function in &libcalls.functions {
        names.add_of(&function.symbol, function.def);
    }
    let class = "RTLIB::RuntimeLibcallsInfo::";
    names.push_member(out, class, "RuntimeLibcallImplNameTable", true);
    write!(
        out,
        "\nconst uint16_t {class}RuntimeLibcallNameOffsetTable[] = {{\n  0, // \n"
    );
    for function in &libcalls.functions {
        out.source(function.def);
        let symbol = &function.symbol;
        writeln!(out, "  {}, // {symbol}", names.offset(symbol));
    }
    out.no_source();
    write!(
        out,
        "}};\n\nconst uint8_t {class}RuntimeLibcallNameSizeTable[] = {{\n  0,\n"
    );
    for function in &libcalls.functions {
        out.source(function.def);
        writeln!(out, "  {},", encode(&function.symbol).len());
    }
    out.no_source();
    out.push("};\n\n");
}

/// A hash table. Each bucket has room for as many functions as the fullest bucket holds.
struct Buckets {
    count: usize,
    /// The number of slots of each bucket.
    room: usize,
    /// The slots of all buckets, one bucket after another: the numbers of functions, 0 for empty slots.
    slots: Vec<usize>,
}

/// The number of buckets is less than this multiple of the number of functions.
const SPREAD: usize = 4;

impl Buckets {
    /// Builds the table. The number of buckets is a power of two and at least the number of functions. The number is
    /// chosen so that the fullest bucket is as small as possible; if several numbers are equally good, the smallest is
    /// chosen. `numbers` must not be empty.
    fn new(numbers: IndexMap<&str, usize>) -> Buckets {
        let entries: Vec<_> = numbers
            .into_iter()
            .map(|(name, number)| (hash(name) as usize, number))
            .collect();
        let first = entries.len().next_power_of_two();
        let counts = std::iter::successors(Some(first), |it| Some(it * 2));
        let counts = counts.take_while(|it| *it < SPREAD * entries.len());
        let needs = counts.map(|count| (fullest(&entries, count), count));
        let (room, count) = needs.min().unwrap_or((entries.len(), 1));
        let mut slots = vec![0; count * room];
        for (hash, number) in entries {
            let bucket = &mut slots[hash % count * room..][..room];
            if let Some(free) = bucket.iter_mut().find(|it| **it == 0) {
                *free = number;
            }
        }
        Buckets { count, room, slots }
    }
}

/// The number of entries in the fullest of `count` buckets.
fn fullest(entries: &[(usize, usize)], count: usize) -> usize {
    let mut sizes = vec![0; count];
    for (hash, _) in entries {
        sizes[hash % count] += 1;
    }
    sizes.into_iter().max().unwrap_or(0)
}

fn push_look_up(buckets: &Buckets, out: &mut Output) {
    let Buckets { count, room, slots } = buckets;
    write!(
        out,
        "static inline uint64_t hash(StringRef Str) {{\n\
         \x20 return static_cast<uint32_t>(xxh3_64bits(Str));\n}}\n\n\
         iota_range<RTLIB::LibcallImpl> RTLIB::RuntimeLibcallsInfo::lookupLibcallImplNameImpl(StringRef Name) {{\n\
         \x20 static constexpr uint16_t HashTableNameToEnum[{}] = {{\n",
        slots.len()
    );
    for number in slots {
        writeln!(out, "    {number},");
    }
    write!(
        out,
        "  }};\n\n  unsigned Idx = (hash(Name) % {count}) * {room};\n\n  for (int I = 0; I != {room}; ++I) {{\n\
         \x20   const uint16_t Entry = HashTableNameToEnum[Idx + I];\n\
         \x20   const uint16_t StrOffset = RuntimeLibcallNameOffsetTable[Entry];\n\
         \x20   const uint8_t StrSize = RuntimeLibcallNameSizeTable[Entry];\n\
         \x20   StringRef Str(\n\
         \x20     &RTLIB::RuntimeLibcallsInfo::RuntimeLibcallImplNameTableStorage[StrOffset],\n\
         \x20     StrSize);\n\
         \x20   if (Str == Name)\n      return libcallImplNameHit(Entry, StrOffset);\n  }}\n\n\
         \x20 return enum_seq(RTLIB::Unsupported, RTLIB::Unsupported);\n}}\n"
    );
}
