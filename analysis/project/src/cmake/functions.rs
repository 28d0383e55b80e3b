//! The functions and macros of a project, and their calls.

use std::cell::Cell;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::parse::{Arg, Call};
use super::tablegen::{is_known, is_tablegen};
use super::{ITEM, Left, MAX_DEPTH, Runner, STEP};

#[derive(Debug)]
pub(super) struct Function {
    parameters: Vec<String>,
    body: Vec<Call>,
    /// Whether this is a macro, which sets variables of its caller.
    is_macro: bool,
    /// The folder of the file that defines the function.
    folder: String,
    /// For each [`Matter`], whether the function has this effect, directly or through other functions, and the number
    /// of known functions when this was determined. A negative answer holds only as long as no further function is
    /// known.
    leads: [Cell<Option<(usize, bool)>>; 2],
}

/// The effect that is searched for in a function.
#[derive(Clone, Copy)]
pub(super) enum Matter {
    /// A call of a tblgen.
    Tables,
    /// A call of a tblgen, or a command that may affect calls elsewhere, such as `include_directories`.
    Units,
}

/// All known functions, keyed by their names in lower case.
#[derive(Clone, Debug, Default)]
pub(super) struct Functions(Rc<FxHashMap<String, Rc<Function>>>);

impl Functions {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn get(&self, name: &str) -> Option<Rc<Function>> {
        self.0.get(name).cloned()
    }

    /// Whether a text contains the name of a function that has the effect `matter`, directly or through other
    /// functions.
    pub(super) fn lead_from(&self, text: &[u8], matter: Matter, left: &Left) -> bool {
        let mut words = text.split(|it| !(it.is_ascii_alphanumeric() || *it == b'_'));
        !self.0.is_empty()
            && words.any(|word| {
                let name = std::str::from_utf8(word).ok();
                let name = name.filter(|it| !it.is_empty() && left.spend(ITEM));
                name.is_some_and(|it| self.lead_to(&it.to_ascii_lowercase(), matter, left))
            })
    }

    /// Whether a function has the effect `matter`, directly or through other functions. Most functions of a project do
    /// not.
    pub(super) fn lead_to(&self, name: &str, matter: Matter, left: &Left) -> bool {
        let Some(function) = self.0.get(name) else {
            return false;
        };
        let known = &function.leads[matter as usize];
        if let Some((count, leads)) = known.get()
            && (leads || count == self.0.len())
        {
            return leads;
        }
        let leads = self.reaches(name, matter, left);
        known.set(Some((self.0.len(), leads)));
        leads
    }

    fn reaches(&self, name: &str, matter: Matter, left: &Left) -> bool {
        // A variable that a function sets for its caller counts only if the function `name` itself sets it. If a
        // function called by `name` sets it, only `name` sees the variable. Macros have no scope of their own, so calls
        // of macros do not add to the depth.
        let scopes = |name: &str| usize::from(self.0.get(name).is_some_and(|it| !it.is_macro));
        let mut open = vec![(name, scopes(name))];
        let mut seen = FxHashSet::from_iter(open.iter().copied());
        while let Some((name, depth)) = open.pop() {
            let Some(function) = self.0.get(name).filter(|it| left.spend_on(&it.body)) else {
                continue;
            };
            for call in &function.body {
                if is_for(call, matter, depth <= 1) {
                    return true;
                }
                let next = (call.name.as_str(), (depth + scopes(&call.name)).min(2));
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        false
    }
}

/// Whether a command in a function has the effect `matter`. Variables that the command sets for the caller of the
/// function count only if `is_seen` is true.
fn is_for(call: &Call, matter: Matter, is_seen: bool) -> bool {
    let mentions = |word: &str| call.args.iter().any(|it| it.text.contains(word));
    let makes_tables = is_tablegen(&call.name)
        || call.name == "add_tablegen"
        || mentions("tblgen")
        || mentions("_TABLEGEN");
    match matter {
        Matter::Tables => makes_tables,
        Matter::Units => {
            makes_tables
                || call.name == "include_directories"
                || is_seen && (mentions("LLVM_TARGET_DEFINITIONS") || mentions("PARENT_SCOPE"))
        }
    }
}

impl Runner<'_> {
    pub(super) fn define(&mut self, head: &Call, body: &[Call]) {
        let mut words = self.values(&head.args).into_iter();
        let Some(name) = words.next() else {
            return;
        };
        let name = name.to_ascii_lowercase();
        if is_known(&name) || !self.left.spend_on(body) {
            return;
        }
        let function = Function {
            parameters: words.collect(),
            body: body.to_vec(),
            is_macro: head.name == "macro",
            folder: self.get("CMAKE_CURRENT_LIST_DIR").to_owned(),
            leads: Default::default(),
        };
        Rc::make_mut(&mut self.scope.functions.0).insert(name, Rc::new(function));
    }

    /// Calls a function or macro of the project.
    pub(super) fn enter(&mut self, function: &Function, args: &[Arg]) {
        if self.depth >= MAX_DEPTH || !self.spend(STEP) {
            return;
        }
        // The arguments count as certain: most functions parse them by keywords, and a single doubtful value would
        // prevent this.
        let args = self.values(args);
        let changed_outside = self.changed.len();
        let overwritten_outside = self.overwritten.len();
        let rest = args.get(function.parameters.len()..).unwrap_or(&[]);
        if !function.is_macro {
            self.outward.push(Vec::new());
        }
        self.set_certain("ARGC", args.len().to_string());
        self.set("ARGV", args.join(";"));
        self.set("ARGN", rest.join(";"));
        for (index, arg) in args.iter().enumerate().take(100) {
            self.set(&format!("ARGV{index}"), arg.clone());
        }
        for (name, arg) in function.parameters.iter().zip(&args) {
            self.set(name, arg.clone());
        }
        self.set("CMAKE_CURRENT_FUNCTION_LIST_DIR", function.folder.clone());
        self.depth += 1;
        self.run(&function.body);
        if !function.is_macro {
            self.changed.truncate(changed_outside);
            let outward = self.outward.pop().unwrap_or_default();
            self.restore(overwritten_outside);
            for (name, variable) in outward {
                self.doubt.set(variable.is_doubtful);
                self.set(&name, variable.value.to_string());
            }
        }
        self.depth -= 1;
    }
}
