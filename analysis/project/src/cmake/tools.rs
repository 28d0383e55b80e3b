//! Finds the tblgen that a command calls. Commands often name a CMake target, or a variable that contains the name of a
//! target.

use rustc_hash::FxHashMap;

use super::Runner;
use super::values::{has_unknown, is_settled};
use crate::path;

/// The suffixes of the variables in which LLVM's commands store the tblgen of a project.
const VARIABLES: [&str; 2] = ["_TABLEGEN_EXE", "_TABLEGEN"];
/// The largest number of projects that declare a tblgen.
const MAX_TOOLS: usize = 1000;

/// The tblgens declared by `add_tablegen`, keyed by their project. A project may use its tblgen before the folder that
/// declares it is evaluated.
#[derive(Debug, Default)]
pub(crate) struct Tools(FxHashMap<String, String>);

impl Tools {
    pub(crate) fn extend(&mut self, other: Tools) {
        self.0.extend(other.0);
    }

    /// The program name for `tool`, which may be a placeholder for the tblgen of a project.
    pub(crate) fn resolve(&self, tool: &str) -> String {
        let Some(project) = project_of(tool) else {
            return tool.to_owned();
        };
        match self.0.get(project) {
            Some(target) => target.clone(),
            None => format!("{}-tblgen", project.to_lowercase()),
        }
    }
}

/// The placeholder for the tblgen of a project. It is resolved after all folders have been evaluated.
pub(super) fn of_project(project: &str) -> String {
    format!("${{{project}_TABLEGEN_EXE}}")
}

/// The project whose tblgen a placeholder denotes; `None` for other text.
fn project_of(tool: &str) -> Option<&str> {
    let variable = tool.strip_prefix("${")?.strip_suffix('}')?;
    VARIABLES.iter().find_map(|it| variable.strip_suffix(it))
}

impl Runner<'_> {
    /// Evaluates `add_tablegen(TARGET PROJECT …)`.
    pub(super) fn add_tool(&mut self, words: &[String]) {
        if let [target, project, ..] = words
            && is_settled(target)
            && self.tools.0.len() < MAX_TOOLS
        {
            self.tools.0.insert(project.clone(), target.clone());
        }
    }

    /// The program name of a project's tblgen if a variable contains the name, and a placeholder otherwise.
    pub(super) fn tool_of(&self, project: &str) -> String {
        let set = VARIABLES
            .iter()
            .map(|it| self.get(&format!("{project}{it}")));
        let set = set.map(target).find(|it| is_settled(it));
        set.map_or_else(|| of_project(project), str::to_owned)
    }

    /// The tblgen that the first word of a command line names; `None` if it is another program.
    pub(super) fn tblgen_named(&self, word: &str) -> Option<String> {
        let word = target(word);
        // A word with one of these suffixes is the name of a variable that contains the program.
        let variable = if VARIABLES.iter().any(|it| word.ends_with(it)) {
            format!("${{{word}}}")
        } else {
            word.to_owned()
        };
        if let Some(project) = project_of(&variable) {
            return Some(self.tool_of(project));
        }
        let is_tool = || {
            let variables = self.scope.variables.iter();
            self.spend(variables.len());
            let mut named = variables.filter(|(name, _)| name.ends_with(VARIABLES[0]));
            named.any(|(_, it)| target(&it.value) == word)
                || self.tools.0.values().any(|it| it == word)
        };
        (path::file_name(word).contains("tblgen") || !has_unknown(word) && is_tool())
            .then(|| word.to_owned())
    }
}

/// The target name in `$<TARGET_FILE:NAME>`; other words are unchanged.
fn target(word: &str) -> &str {
    let name = word.strip_prefix("$<TARGET_FILE:");
    name.and_then(|it| it.strip_suffix('>')).unwrap_or(word)
}
