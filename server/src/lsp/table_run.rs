//! Which backend makes a table, and how.

use super::settings::External;

/// What a preview shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableRun {
    pub backend: String,
    /// `-NAME=VALUE`
    pub options: Vec<String>,
    pub external: Option<External>,
}

/// The language of what a backend writes, as far as its name says it.
pub fn language(backend: &str) -> &'static str {
    let parts: Vec<&str> = backend.split('-').collect();
    if parts.contains(&"json") {
        "json"
    } else if parts.iter().any(|it| matches!(*it, "docs" | "doc" | "rst")) {
        "rst"
    } else if parts[0] == "gen" && !parts.contains(&"ctags") {
        "cpp"
    } else {
        "text"
    }
}
