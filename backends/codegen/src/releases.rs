//! Data that no record has, because it is compiled into LLVM's programs. It differs between releases.

mod opcodes;
pub(crate) mod value_types;

use std::sync::LazyLock;

use backend::Release;

/// The names of the generic instructions, which all targets have, in the order of their numbers.
pub fn opcodes(release: Release) -> &'static [&'static str] {
    static BY_RELEASE: LazyLock<[Vec<&str>; Release::ALL.len()]> = LazyLock::new(|| {
        Release::ALL.map(|release| {
            let known = opcodes::OPCODES
                .iter()
                .filter(|(_, since)| *since <= release);
            known.map(|(name, _)| *name).collect()
        })
    });
    &BY_RELEASE[release as usize]
}

/// The names of LLVM 19's generic instructions, for the targets that tests define.
pub const GENERIC: &[&str] = &{
    let mut names = [""; 295];
    let (mut from, mut to) = (0, 0);
    while from < opcodes::OPCODES.len() {
        let (name, since) = opcodes::OPCODES[from];
        if matches!(since, Release::V19) {
            names[to] = name;
            to += 1;
        }
        from += 1;
    }
    names
};

/// The number of 64-bit words in a bit set of features.
pub const fn feature_words(release: Release) -> usize {
    match release {
        Release::V19 => 5,
        Release::V21 | Release::V22 => 6,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_target_s_own_instructions_follow() {
        let counts = Release::ALL.map(|it| opcodes(it).len());
        assert_eq!(counts, [295, 314, 322]);
        assert!(!opcodes(Release::V19).contains(&"G_FMODF"));
        let of = |release, name| opcodes(release).iter().position(|it| *it == name);
        assert_eq!(of(Release::V21, "INIT_UNDEF"), Some(11));
        assert_eq!(
            of(Release::V22, "COPY_LANEMASK"),
            of(Release::V22, "COPY").map(|it| it + 1)
        );
    }
}
