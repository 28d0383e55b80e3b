//! Releases of LLVM, and ranges of them.

use std::fmt;

/// A release of LLVM whose programs are imitated. Releases with the same behaviour share a variant. Code compares
/// releases by their order, so a variant that is added at the end behaves like the one before it, except where code
/// states a difference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Release {
    /// LLVM 19 and older.
    V19,
    /// LLVM 20 and 21.
    V21,
    /// LLVM 22 and newer.
    V22,
}

impl Release {
    /// All releases, the oldest first.
    pub const ALL: [Release; 3] = [Release::V19, Release::V21, Release::V22];
    /// The newest supported release, whose behaviour is assumed for newer versions of LLVM.
    pub const NEWEST: Release = Release::V22;

    /// The version of LLVM after which the release is named.
    pub fn version(self) -> Version {
        Version(match self {
            Release::V19 => 19,
            Release::V21 => 21,
            Release::V22 => 22,
        })
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.version().0)
    }
}

/// A major version of LLVM, which sources declare or users choose.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Version(pub u32);

impl Version {
    /// The names of the supported versions in options and settings.
    pub const NAMES: &[&str] = &["19", "20", "21", "22", "main"];

    /// The version that `name` denotes in options and settings; `None` if `name` denotes no version.
    pub fn named(name: &str) -> Option<Version> {
        match name {
            "main" => Some(Release::NEWEST.version()),
            _ if Version::NAMES.contains(&name) => name.parse().ok().map(Version),
            _ => None,
        }
    }

    /// The release whose behaviour the version has.
    pub fn release(self) -> Release {
        match self.0 {
            ..20 => Release::V19,
            20..22 => Release::V21,
            22.. => Release::V22,
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let release = self.release();
        if release.version() == *self {
            write!(f, "{release}")
        } else {
            write!(f, "{}, read and written as {release}", self.0)
        }
    }
}

/// A range of consecutive releases.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Releases {
    since: Release,
    until: Release,
}

impl Releases {
    /// The range of all releases.
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

    /// The oldest release of the range.
    pub fn first(self) -> Release {
        self.since
    }

    /// Whether a release is in the range.
    pub fn contains(self, release: Release) -> bool {
        (self.since..=self.until).contains(&release)
    }

    /// Whether the range contains all releases.
    pub fn is_all(self) -> bool {
        self == Releases::ALL
    }

    /// The releases that are not in the range; `None` if the range contains all releases. The result is a range, too,
    /// since each range contains the oldest or the newest release.
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
        let version = |name| Version::named(name).map(|it| it.0);
        let all = Version::NAMES.iter().map(|it| version(it).unwrap());
        assert_eq!(all.collect::<Vec<_>>(), [19, 20, 21, 22, 22]);
        for name in ["", "18", "23", "21.1", "021", "+21", "V21", "Main"] {
            assert_eq!(version(name), None, "{name}");
        }
    }

    #[test]
    fn versions_that_are_no_release_of_their_own() {
        let told = [0, 18, 19, 20, 21, 22, 23].map(|it| Version(it).to_string());
        let want = [
            "0, read and written as 19",
            "18, read and written as 19",
            "19",
            "20, read and written as 21",
            "21",
            "22",
            "23, read and written as 22",
        ];
        assert_eq!(told, want);
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
