//! Releases of LLVM, and ranges of them.

use std::fmt;

/// A release of the reference. Releases that accept, decide, print and write alike are one. Code asks whether a
/// release is at least another, so a new one follows the newest until it is said where it differs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Release {
    /// LLVM 19, and what is older.
    #[default]
    V19,
    /// LLVM 21, and 20.
    V21,
    /// LLVM 22, and what is newer.
    V22,
}

impl Release {
    /// All of them, the oldest first.
    pub const ALL: [Release; 3] = [Release::V19, Release::V21, Release::V22];
    /// The newest.
    pub const NEWEST: Release = Release::V22;
    /// What options and settings call them.
    pub const NAMES: &[&str] = &["19", "20", "21", "22", "main"];

    /// The release that an option or a setting names.
    pub fn from_name(name: &str) -> Option<Release> {
        match name {
            "main" => Some(Release::NEWEST),
            _ if Release::NAMES.contains(&name) => name.parse().ok().map(Release::of_version),
            _ => None,
        }
    }

    /// The release as which a major version of LLVM is read and written.
    pub fn of_version(version: u32) -> Release {
        match version {
            ..20 => Release::V19,
            20..22 => Release::V21,
            22.. => Release::V22,
        }
    }

    /// Its major version.
    pub fn version(self) -> u32 {
        match self {
            Release::V19 => 19,
            Release::V21 => 21,
            Release::V22 => 22,
        }
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.version())
    }
}

/// A range of releases without a gap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Releases {
    since: Release,
    until: Release,
}

impl Releases {
    /// All of them.
    pub const ALL: Releases = Releases::since(Release::V19);

    /// A release and all later ones.
    pub const fn since(since: Release) -> Releases {
        let until = Release::NEWEST;
        Releases { since, until }
    }

    /// A release and all earlier ones.
    pub const fn until(until: Release) -> Releases {
        let since = Release::V19;
        Releases { since, until }
    }

    /// Whether a release is one of them.
    pub fn contains(self, release: Release) -> bool {
        (self.since..=self.until).contains(&release)
    }

    /// Whether they are all there are.
    pub fn is_all(self) -> bool {
        self == Releases::ALL
    }

    /// The releases that are not among these, if these begin with the oldest or end with the newest.
    pub fn others(self) -> Option<Releases> {
        let is_other = |it: &Release| !self.contains(*it);
        let mut others = Release::ALL.into_iter().filter(is_other);
        let since = others.next()?;
        let until = others.next_back().unwrap_or(since);
        Some(Releases { since, until })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let release = |name| Release::from_name(name).map(Release::version);
        let all = Release::NAMES.iter().map(|it| release(it).unwrap());
        assert_eq!(all.collect::<Vec<_>>(), [19, 21, 21, 22, 22]);
        for name in ["", "18", "23", "21.1", "021", "+21", "V21", "Main"] {
            assert_eq!(release(name), None, "{name}");
        }
    }

    #[test]
    fn versions_that_are_no_release_of_their_own() {
        let versions = [0, 16, 19, 20, 21, 22, 23, 99];
        let releases = versions.map(|it| Release::of_version(it).version());
        assert_eq!(releases, [19, 19, 19, 21, 21, 22, 22, 22]);
        assert!(Release::ALL.is_sorted());
    }

    #[test]
    fn ranges() {
        let all = |it: Releases| Release::ALL.map(|release| it.contains(release));
        let since = Releases::since(Release::V22);
        let until = Releases::until(Release::V21);
        assert_eq!(all(since), [false, false, true]);
        assert_eq!(all(until), [true, true, false]);
        assert_eq!(since.others(), Some(until));
        assert_eq!(until.others(), Some(since));
        assert!(Releases::ALL.is_all() && !since.is_all());
        assert_eq!(Releases::ALL.others(), None);
    }
}
