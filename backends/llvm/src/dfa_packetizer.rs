//! `-gen-dfa-packetizer`: automata that decide whether an instruction fits into a packet with other instructions.

use std::collections::{BTreeSet, VecDeque};
use std::fmt::Write;

use backend::text::push_header_without_input;
use backend::{Backend, Context, Fatal, Output, Rec, RecordId, Records, Release};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use target_model::schedule::{ProcModel, Schedule};
use target_model::target::Target;

use crate::automata::dfa::{Described, Dfa};
use crate::automata::{Edge, MAX_STATES};

/// Sets of functional units as bit masks. One unit of each set must be free.
type Needs = Vec<u64>;

/// The name of a namespace, and its models, each with its number in the list of all models.
type Namespace<'a> = (String, Vec<(usize, &'a ProcModel)>);

/// The resources of the target's packets, collected from the itineraries of all namespaces.
struct Packets<'a> {
    cx: &'a Context<'a>,
    records: &'a Records,
    target: &'a str,
    /// The bit of each functional unit, by its name.
    units: FxHashMap<&'a str, u64>,
    /// For each unit that also reserves other units, keyed by the unit's bit: the bits of the unit and of the other
    /// units.
    combined: FxHashMap<u64, u64>,
    /// The distinct resource needs of itineraries, in the order of first use, each with its itineraries.
    needs: IndexMap<Needs, Vec<Rec<'a>>, FxBuildHasher>,
    /// For each scheduling class of each model: the index of its needs in `needs`, counted from 1, or 0 if the class
    /// has no itinerary.
    classes: Vec<usize>,
}

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-dfa-packetizer",
    "Define an automaton that tells which instructions fit together",
    &["ProcessorItineraries", "Target"],
    write,
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let target = cx.model::<Target>()?;
    let schedule = cx.model::<Schedule>()?;
    push_header_without_input(out, "Target DFA Packetizer Tables");
    out.push("\n#include \"llvm/CodeGen/DFAPacketizer.h\"\nnamespace llvm {\n");
    let mut namespaces: Vec<Namespace> = Vec::new();
    for (number, model) in schedule.models().iter().enumerate() {
        if !model.has_itineraries {
            continue;
        }
        let itineraries = cx.records.rec(model.itineraries);
        let namespace = itineraries.string("PacketizerNamespace")?;
        match namespaces.iter_mut().find(|(it, _)| *it == namespace) {
            Some((_, models)) => models.push((number, model)),
            None => {
                let at = place(&namespaces, &namespace);
                namespaces.insert(at, (namespace.into_owned(), vec![(number, model)]));
            }
        }
    }
    let mut packets = Packets {
        cx,
        records: cx.records,
        target: &target.name,
        units: FxHashMap::default(),
        combined: FxHashMap::default(),
        needs: IndexMap::default(),
        classes: Vec::new(),
    };
    for (namespace, models) in &namespaces {
        packets.push(out, namespace, models)?;
    }
    out.push("} // end namespace llvm\n");
    Ok(())
}

/// The position at which the reference's hash table inserts a new key: before the other keys of its bucket, or at the
/// front of the table if the bucket is empty.
fn place(known: &[Namespace], key: &str) -> usize {
    // The number of buckets of the table while it is small.
    const BUCKETS: u64 = 13;
    let bucket = |key: &str| hash(key.as_bytes()) % BUCKETS;
    let same = known.iter().position(|(it, _)| bucket(it) == bucket(key));
    same.unwrap_or(0)
}

/// The hash of a string in libstdc++, the C++ library of the reference. The algorithm is MurmurHash.
fn hash(bytes: &[u8]) -> u64 {
    const FACTOR: u64 = 0xc6a4_a793_5bd1_e995;
    const SEED: u64 = 0xc70f_6907;
    let mix = |it: u64| it ^ it >> 47;
    let mut hash = SEED ^ (bytes.len() as u64).wrapping_mul(FACTOR);
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        let word = u64::from_le_bytes(word);
        hash ^= match chunk.len() {
            8 => mix(word.wrapping_mul(FACTOR)).wrapping_mul(FACTOR),
            _ => word,
        };
        hash = hash.wrapping_mul(FACTOR);
    }
    mix(mix(hash).wrapping_mul(FACTOR))
}

mod changes {
    use super::{Context, Output, ProcModel, Release};

    /// Writes the function that finds the position of a processor model among the models of its namespace. Before LLVM
    /// 22, there is no such function, and the number of the model is used as its position.
    pub(super) fn push_index_of_model(
        cx: &Context,
        out: &mut Output,
        name: &str,
        models: &[(usize, &ProcModel)],
    ) {
        if cx.release() < Release::V22 {
            return;
        }
        write!(
            out,
            "int {name}GetResourceIndex(unsigned ProcID) {{ \n\
             \x20 static const unsigned {name}ProcIdToProcResourceIdxTable[][2] = {{\n"
        );
        for ((number, model), place) in models.iter().zip(1..) {
            out.of(cx.records.rec(model.itineraries), |out| {
                writeln!(out, "    {{ {number},  {place} }}, // {}", model.name);
            });
        }
        write!(
            out,
            "  }};\n\
             \x20 auto It = llvm::lower_bound({name}ProcIdToProcResourceIdxTable, ProcID,\n\
             \x20     [](const unsigned LHS[], unsigned Val) {{ return LHS[0] < Val; }});\n\
             \x20 assert(*It[0] == ProcID);\n\
             \x20 return (*It)[1];\n}}\n\n"
        );
    }

    /// The statements that find the resources of a processor model.
    pub(super) fn range_of_model(release: Release, name: &str) -> String {
        let (find, index) = if release >= Release::V22 {
            let find =
                format!("  unsigned Index = {name}GetResourceIndex(IID->SchedModel.ProcID);\n");
            (find, "Index")
        } else {
            (String::new(), "IID->SchedModel.ProcID")
        };
        let table = format!("{name}ProcResourceIndexStart");
        format!(
            "{find}\
             \x20 unsigned ProcResIdxStart = {table}[{index}];\n\
             \x20 unsigned ProcResIdxNum = {table}[{index} + 1] - ProcResIdxStart;\n"
        )
    }
}

impl Packets<'_> {
    /// Writes the automaton of a namespace, its tables, and the function that creates the packetizer.
    fn push(
        &mut self,
        out: &mut Output,
        namespace: &str,
        models: &[(usize, &ProcModel)],
    ) -> Result<(), Fatal> {
        out.push("} // end namespace llvm\n\nnamespace {\n");
        self.collect_units(models)?;
        self.collect_combined()?;
        let mut starts = Vec::new();
        for (_, model) in models {
            starts.push(self.classes.len());
            self.collect_classes(model)?;
        }

        let name = format!("{}{namespace}", self.target);
        let itineraries = models
            .iter()
            .map(|(_, it)| self.records.rec(it.itineraries));
        let itineraries: Vec<Rec> = itineraries.collect();
        let mut text = format!("constexpr unsigned {name}ResourceIndices[] = {{");
        for (index, needs) in self.classes.iter().enumerate() {
            let separator = if index % 32 == 0 { "\n  " } else { "" };
            let _ = write!(text, "{separator}{needs}, ");
        }
        out.push_from(&itineraries, &text);
        write!(
            out,
            "\n}};\n\nconstexpr unsigned {name}ProcResourceIndexStart[] = {{\n  0, // NoSchedModel\n"
        );
        for ((_, model), start) in models.iter().zip(starts) {
            out.of(self.records.rec(model.itineraries), |out| {
                writeln!(out, "  {start}, // {}", model.name);
            });
        }
        out.push_from(&itineraries, &format!("  {}\n", self.classes.len()));
        out.push("};\n\n");
        changes::push_index_of_model(self.cx, out, &name, models);

        let automaton = self.automaton();
        let Some(automaton) = automaton.and_then(|(edges, count)| Dfa::new(edges, count)) else {
            let message = format!("The automaton of packets '{name}' has too many states");
            return Err(match itineraries.first() {
                Some(first) => first.fatal(message),
                None => self.records.fatal(message),
            });
        };
        let none = (String::new(), Vec::new());
        let actions = self.needs.values().zip(1..);
        // Source map: each itinerary may affect the target states of every action, so all itineraries are sources of
        // each action.
        let actions = actions.map(|(sources, id): (_, usize)| {
            let sources = sources.iter().chain(&itineraries).copied();
            (id.to_string(), sources.collect())
        });
        let actions: Vec<_> = [none].into_iter().chain(actions).collect();
        let described = Described {
            name: &name,
            action_type: "uint64_t",
            sources: &itineraries,
        };
        automaton.push(self.cx, out, &described, &actions);
        let class = format!("{}GenSubtargetInfo", self.target);
        let text = format!(
            "}} // end anonymous namespace\n\n\
             namespace llvm {{\n\
             DFAPacketizer *{class}::create{namespace}DFAPacketizer(const InstrItineraryData *IID) const {{\n\
             \x20 static Automaton<uint64_t> A(ArrayRef<{name}Transition>({name}Transitions), {name}TransitionInfo);\n\
             {}\
             \x20 return new DFAPacketizer(IID, A, {{&{name}ResourceIndices[ProcResIdxStart], ProcResIdxNum}});\n\n}}\n\n",
            changes::range_of_model(self.cx.release(), &name)
        );
        out.push_from(&itineraries, &text);
        Ok(())
    }

    /// Assigns to each unit the bit of its position in a list of units. If a unit is in several lists, the last list
    /// counts.
    fn collect_units(&mut self, models: &[(usize, &ProcModel)]) -> Result<(), Fatal> {
        let mut all: Vec<Rec> = Vec::new();
        for (_, model) in models {
            let itineraries = self.records.rec(model.itineraries);
            if !all.contains(&itineraries) {
                all.push(itineraries);
            }
        }
        if all.len() > 1 {
            all.sort_by_key(|it| it.order());
        }
        for itineraries in all {
            let units = itineraries.list_of_defs("FU")?;
            for (unit, place) in units.into_iter().zip(0..) {
                self.units.insert(unit.name(), 1u64.wrapping_shl(place));
            }
        }
        Ok(())
    }

    fn bits(&self, unit: Rec) -> u64 {
        self.units.get(unit.name()).copied().unwrap_or(0)
    }

    fn collect_combined(&mut self) -> Result<(), Fatal> {
        for units in self.records.derived("ComboFuncUnits")? {
            for data in units.list_of_defs("CFD")? {
                let bit = self.bits(data.def("TheComboFunc")?);
                let parts = data.list_of_defs("FuncList")?;
                let all = parts.into_iter().fold(bit, |all, it| all | self.bits(it));
                self.combined.insert(bit, all);
            }
        }
        Ok(())
    }

    fn collect_classes(&mut self, model: &ProcModel) -> Result<(), Fatal> {
        let mut known: FxHashMap<RecordId, usize> = FxHashMap::default();
        for data in &model.itinerary_of_class {
            let Some(data) = data else {
                self.classes.push(0);
                continue;
            };
            if let Some(needs) = known.get(data) {
                self.classes.push(*needs);
                continue;
            }
            let rec = self.records.rec(*data);
            let mut needs = Needs::new();
            for stage in rec.list_of_defs("Stages")? {
                let units = stage.list_of_defs("Units")?;
                let units = units.into_iter().fold(0, |all, it| all | self.bits(it));
                if units != 0 {
                    needs.push(units);
                }
            }
            let entry = self.needs.entry(needs);
            let number = entry.index() + 1;
            entry.or_default().push(rec);
            known.insert(*data, number);
            self.classes.push(number);
        }
        Ok(())
    }

    /// The edges of the nondeterministic automaton, and the number of its states. There is an edge for each choice of
    /// free units that satisfies the needs. `None` if there are too many edges or states.
    fn automaton(&self) -> Option<(Vec<Edge>, usize)> {
        let mut edges = Vec::new();
        let mut seen = BTreeSet::from([0]);
        // The states at an end of some edge. The initial state is not counted unless an edge leaves it.
        let mut touched = BTreeSet::new();
        let mut rest = VecDeque::from([0]);
        while let Some(state) = rest.pop_front() {
            for (needs, action) in self.needs.keys().zip(1..) {
                if needs.iter().any(|it| state | it == state) {
                    continue;
                }
                for next in self.take(needs, state)? {
                    if seen.insert(next) {
                        rest.push_back(next);
                    }
                    edges.push((state, next, action));
                    touched.extend([state, next]);
                    if edges.len() > MAX_STATES {
                        return None;
                    }
                }
            }
        }
        Some((edges, touched.len()))
    }

    /// All states that can follow `state` if one free unit of each set in `needs` is reserved. `None` if there are too
    /// many states.
    fn take(&self, needs: &[u64], state: u64) -> Option<Vec<u64>> {
        let mut states = vec![state];
        for units in needs {
            let mut next = Vec::new();
            for state in states {
                for bit in (0..64).map(|it| 1u64 << it).filter(|it| it & units != 0) {
                    let combined = self.combined.get(&bit).copied().unwrap_or(0);
                    if combined != 0 && !state & combined != combined {
                        continue;
                    }
                    let taken = state | bit | combined;
                    if taken != state {
                        next.push(taken);
                    }
                }
            }
            if next.len() > MAX_STATES {
                return None;
            }
            states = next;
        }
        Some(states)
    }
}

#[cfg(test)]
mod tests;
