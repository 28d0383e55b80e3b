//! The intrinsics that reinterpret a vector or a tuple of vectors as another type. No records define them: there is an
//! intrinsic for each pair of element types and each number of vectors.

use elaborate::records::Release;

use super::types::SveType;

/// The suffixes of the types, each with its type specification. The 8-bit floating-point type `mf8` exists since LLVM
/// 21.
const TYPES: [(&str, &str); 13] = [
    ("s8", "c"),
    ("u8", "Uc"),
    ("mf8", "m"),
    ("s16", "s"),
    ("u16", "Us"),
    ("s32", "i"),
    ("u32", "Ui"),
    ("s64", "l"),
    ("u64", "Ul"),
    ("f16", "h"),
    ("bf16", "b"),
    ("f32", "f"),
    ("f64", "d"),
];

/// The numbers of vectors in a tuple for which reinterpretations exist.
pub(super) const VECTORS: [u32; 4] = [1, 2, 3, 4];

pub(super) struct Reinterpret {
    pub to: &'static str,
    from: &'static str,
    vectors: u32,
    pub result: SveType,
    pub parameter: SveType,
}

impl Reinterpret {
    /// The name without the prefix `sv`.
    pub(super) fn name(&self) -> String {
        let name = format!("reinterpret_{}_{}", self.to, self.from);
        match self.vectors {
            1 => name,
            vectors => format!("{name}_x{vectors}"),
        }
    }
}

/// The reinterpretations of tuples of `vectors` vectors, in the order of the output.
pub(super) fn all(release: Release, vectors: u32) -> impl Iterator<Item = Reinterpret> {
    let ty = move |spec| SveType::vector(release, spec, vectors);
    let pairs = TYPES
        .into_iter()
        .flat_map(|to| TYPES.into_iter().map(move |from| (to, from)));
    pairs.filter_map(move |((to, result), (from, parameter))| {
        Some(Reinterpret {
            to,
            from,
            vectors,
            result: ty(result)?,
            parameter: ty(parameter)?,
        })
    })
}

/// The reinterpretations for all numbers of vectors.
pub(super) fn every(release: Release) -> impl Iterator<Item = Reinterpret> {
    let vectors = VECTORS.into_iter();
    vectors.flat_map(move |vectors| all(release, vectors))
}
