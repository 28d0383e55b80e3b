//! The program that a call names: often by a target's name, or in a variable.

use rustc_hash::FxHashMap;

use super::Runner;
use super::values::{has_unknown, is_settled};
use crate::path;

/// The names of the variables in which LLVM's commands keep the program of a project.
const VARIABLES: [&str; 2] = ["_TABLEGEN_EXE", "_TABLEGEN"];
/// The most projects with a program of their own.
const MAX_TOOLS: usize = 1000;

/// Projects with a program of their own, declared by `add_tablegen`. A project may use it before the folder that
/// declares it.
#[derive(Debug, Default)]
pub(crate) struct Tools(FxHashMap<String, String>);

impl Tools {
    pub(crate) fn extend(&mut self, other: Tools) {
        self.0.extend(other.0);
    }

    /// The name of the program that a call names.
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

/// The placeholder for the program of a project until it is known.
pub(super) fn of_project(project: &str) -> String {
    format!("${{{project}_TABLEGEN_EXE}}")
}

/// The project whose program has this name.
fn project_of(tool: &str) -> Option<&str> {
    let variable = tool.strip_prefix("${")?.strip_suffix('}')?;
    VARIABLES.iter().find_map(|it| variable.strip_suffix(it))
}

impl Runner<'_> {
    /// `add_tablegen(TARGET PROJECT …)`.
    pub(super) fn add_tool(&mut self, words: &[String]) {
        if let [target, project, ..] = words
            && is_settled(target)
            && self.tools.0.len() < MAX_TOOLS
        {
            self.tools.0.insert(project.clone(), target.clone());
        }
    }

    /// The program of a project.
    pub(super) fn tool_of(&self, project: &str) -> String {
        let set = VARIABLES
            .iter()
            .map(|it| self.get(&format!("{project}{it}")));
        let set = set.map(target).find(|it| is_settled(it));
        set.map_or_else(|| of_project(project), str::to_owned)
    }

    /// The tblgen that the first word of a command line names, if it names one.
    pub(super) fn tblgen_named(&self, word: &str) -> Option<String> {
        let word = target(word);
        // A variable is replaced by its value.
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

/// The target in `$<TARGET_FILE:NAME>`.
fn target(word: &str) -> &str {
    let name = word.strip_prefix("$<TARGET_FILE:");
    name.and_then(|it| it.strip_suffix('>')).unwrap_or(word)
}
