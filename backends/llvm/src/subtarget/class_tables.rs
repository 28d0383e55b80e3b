//! The tables with the cost of each scheduling class in each scheduling model.

use std::hash::Hash;

use backend::string_offset_table::StringOffsetTable;
use backend::{Context, Fatal, Output, RecordId, Release};
use rustc_hash::{FxHashMap, FxHashSet};
use target_model::schedule::{
    Access, Advance, ClassCost, ClassId, Costs, Latency, ModelId, ResourceUse, RwId,
};

use super::Emitter;

/// A table that contains sequences of rows. A sequence that is already part of the table is not added again.
struct Table<T> {
    rows: Vec<T>,
    /// The positions of sequences that an earlier lookup found in the table.
    known: FxHashMap<Vec<T>, u32>,
    /// The positions of each pair of adjacent rows.
    pairs: FxHashMap<(T, T), Vec<u32>>,
    /// The position of the first row with each value.
    first: FxHashMap<T, u32>,
    /// Source map: the records of each row; empty lists if no source map is kept.
    sources: Vec<Vec<RecordId>>,
}

/// The tables that all classes share.
struct Tables {
    resources: Table<ResourceUse>,
    latencies: Table<Latency>,
    advances: Table<Advance>,
    /// For each row of `latencies`, the names of the writes with this latency, joined by `_`.
    writers: Vec<String>,
    /// The pairs of a latency's position and a write that are already part of `writers`.
    seen_writers: FxHashSet<(u32, RwId)>,
}

/// The costs of a class. The integers have the widths of the fields in LLVM's tables.
struct Row {
    micro_ops: u16,
    begin_group: bool,
    end_group: bool,
    retire_out_of_order: bool,
    /// The position and length of a sequence in the table of resources. The next two fields refer to the tables of
    /// latencies and advances.
    resources: (u16, u16),
    latencies: (u16, u16),
    advances: (u16, u16),
    sources: Vec<RecordId>,
}

impl<T: Copy + Eq + Hash + Default> Table<T> {
    /// A table with an unused first row.
    fn new() -> Table<T> {
        let mut table = Table {
            rows: Vec::new(),
            known: FxHashMap::default(),
            pairs: FxHashMap::default(),
            first: FxHashMap::default(),
            sources: Vec::new(),
        };
        table.append(&[T::default()]);
        table
    }

    fn append(&mut self, rows: &[T]) {
        for &row in rows {
            let at = self.rows.len() as u32;
            self.first.entry(row).or_insert(at);
            if let Some(&last) = self.rows.last() {
                self.pairs.entry((last, row)).or_default().push(at - 1);
            }
            self.rows.push(row);
        }
        self.sources.resize(self.rows.len(), Vec::new());
    }

    /// The position of a sequence, and whether it was in the table before. A missing sequence is added.
    fn place(&mut self, rows: Vec<T>) -> (u32, bool) {
        if let Some(known) = self.known.get(&rows) {
            return (*known, true);
        }
        let found = match rows[..] {
            [] => Some(0),
            [only] => self.first.get(&only).copied(),
            [first, second, ..] => {
                let places = self.pairs.get(&(first, second));
                let is_there = |at: &&u32| self.rows[**at as usize..].starts_with(&rows);
                places.into_iter().flatten().find(is_there).copied()
            }
        };
        let place = found.unwrap_or(self.rows.len() as u32);
        match found {
            // The position is not stored in `known`: the appended rows may complete the same sequence at an earlier
            // position.
            None => self.append(&rows),
            Some(place) => {
                self.known.insert(rows, place);
            }
        }
        (place, found.is_some())
    }

    /// Source map: adds `sources` to the records of `count` rows from `place` on.
    fn add_sources(&mut self, place: u32, count: usize, sources: &[RecordId]) {
        for row in &mut self.sources[place as usize..place as usize + count] {
            for source in sources {
                if !row.contains(source) {
                    row.push(*source);
                }
            }
        }
    }
}

/// The names of classes for debug output. Before LLVM 21, they are string literals; since then, they are offsets into a
/// string table.
struct ClassNames {
    table: Option<StringOffsetTable>,
    /// The name of the class with the index 0. This class means that there is no scheduling information.
    invalid: String,
}

impl ClassNames {
    fn new(cx: &Context) -> ClassNames {
        const INVALID: &str = "InvalidSchedClass";
        if cx.release() < Release::V21 {
            return ClassNames {
                table: None,
                invalid: format!("\"{INVALID}\""),
            };
        }
        let mut table = StringOffsetTable::new(cx);
        let invalid = table.add(INVALID).to_string();
        ClassNames {
            table: Some(table),
            invalid,
        }
    }

    fn push_name(&mut self, out: &mut Output, name: &str) {
        match &mut self.table {
            Some(table) => write!(out, "/*{name}*/ {}", table.add(name)),
            None => write!(out, "\"{name}\""),
        }
    }

    fn push(&self, out: &mut Output, target: &str) {
        if let Some(table) = &self.table {
            table.push_definition(out, &format!("{target}SchedClassNames"));
        }
    }
}

impl<'a> Emitter<'a> {
    pub(super) fn push_class_tables(&self, out: &mut Output) -> Result<(), Fatal> {
        let mut tables = Tables {
            resources: Table::new(),
            latencies: Table::new(),
            advances: Table::new(),
            writers: vec!["InvalidWrite".to_owned()],
            seen_writers: FxHashSet::default(),
        };
        let mut rows = Vec::new();
        for model in self.schedule.models() {
            rows.push(if model.has_costs() {
                self.add_model(&mut tables, model.id, out.keeps_map())?
            } else {
                Vec::new()
            });
        }
        self.push_shared(out, &tables);
        let mut names = ClassNames::new(self.cx);
        for (model, rows) in (0..).map(ModelId).zip(rows) {
            if self.schedule.model(model).has_costs() {
                self.push_rows(out, model, &rows, &mut names);
            }
        }
        names.push(out, self.target);
        Ok(())
    }

    /// Adds the costs of all classes in a model to the tables. Returns a row for each class.
    fn add_model(
        &self,
        tables: &mut Tables,
        model: ModelId,
        is_mapped: bool,
    ) -> Result<Vec<Row>, Fatal> {
        let mut costs = Costs::new(self.schedule, self.records, model)?;
        let classes = 0..self.schedule.classes().len() as u32;
        let row = |class| {
            let cost = costs.class(ClassId(class))?;
            Ok(self.add_cost(tables, cost, is_mapped))
        };
        classes.map(row).collect()
    }

    fn add_cost(&self, tables: &mut Tables, mut cost: ClassCost, is_mapped: bool) -> Row {
        let counts = [
            cost.resources.len(),
            cost.latencies.len(),
            cost.advances.len(),
        ];
        let (resources, _) = tables.resources.place(cost.resources);
        let (latencies, is_known) = tables.latencies.place(cost.latencies);
        for (at, writer) in (latencies..).zip(&cost.writers) {
            if !tables.seen_writers.insert((at, *writer)) {
                continue;
            }
            let writer = self.schedule.read_writes.get(*writer, Access::Write);
            if is_known {
                let names = &mut tables.writers[at as usize];
                if !names.contains(&*writer.name) {
                    names.push('_');
                    names.push_str(&writer.name);
                }
            } else {
                tables.writers.push(writer.name.to_string())
            }
        }
        let (advances, _) = tables.advances.place(cost.advances);
        if is_mapped {
            let types = &self.schedule.read_writes;
            let writers = cost.writers.iter();
            cost.sources
                .extend(writers.filter_map(|it| types.get(*it, Access::Write).def));
            tables
                .resources
                .add_sources(resources, counts[0], &cost.sources);
            tables
                .latencies
                .add_sources(latencies, counts[1], &cost.sources);
            tables
                .advances
                .add_sources(advances, counts[2], &cost.sources);
        }
        let place = |at: u32, count: usize| (at as u16, count as u16);
        Row {
            micro_ops: cost.micro_ops,
            begin_group: cost.begin_group,
            end_group: cost.end_group,
            retire_out_of_order: cost.retire_out_of_order,
            resources: place(resources, counts[0]),
            latencies: place(latencies, counts[1]),
            advances: place(advances, counts[2]),
            sources: if is_mapped { cost.sources } else { Vec::new() },
        }
    }

    fn push_shared(&self, out: &mut Output, tables: &Tables) {
        let target = self.target;
        write!(
            out,
            "\n// {{ProcResourceIdx, ReleaseAtCycle, AcquireAtCycle}}\n\
             extern const llvm::MCWriteProcResEntry {target}WriteProcResTable[] = {{\n\
             \x20 {{ 0,  0,  0 }}, // Invalid\n"
        );
        self.push_table(
            out,
            &tables.resources,
            |out, _, row| {
                out.push_padded(row.resource, 2);
                out.push(", ");
                out.push_padded(row.release_at, 2);
                out.push(",  ");
                out.push_padded(row.acquire_at, 2);
            },
            |_, _| {},
        );
        write!(
            out,
            "}}; // {target}WriteProcResTable\n\n// {{Cycles, WriteResourceID}}\n\
             extern const llvm::MCWriteLatencyEntry {target}WriteLatencyTable[] = {{\n\
             \x20 {{ 0,  0}}, // Invalid\n"
        );
        self.push_table(
            out,
            &tables.latencies,
            |out, _, row| {
                out.push_padded(row.cycles, 2);
                out.push(", ");
                out.push_padded(row.write, 2);
            },
            |out, at| {
                out.push(" ");
                out.push(&tables.writers[at]);
            },
        );
        write!(
            out,
            "}}; // {target}WriteLatencyTable\n\n// {{UseIdx, WriteResourceID, Cycles}}\n\
             extern const llvm::MCReadAdvanceEntry {target}ReadAdvanceTable[] = {{\n\
             \x20 {{0,  0,  0}}, // Invalid\n"
        );
        self.push_table(
            out,
            &tables.advances,
            |out, _, row| {
                out.push_number(row.operand);
                out.push(", ");
                out.push_padded(row.write as i32, 2);
                out.push(", ");
                out.push_padded(row.cycles, 2);
            },
            |_, _| {},
        );
        writeln!(out, "}}; // {target}ReadAdvanceTable");
    }

    /// Writes the rows of a table, except the unused first row.
    fn push_table<T: Copy>(
        &self,
        out: &mut Output,
        table: &Table<T>,
        push: impl Fn(&mut Output, usize, T),
        push_note: impl Fn(&mut Output, usize),
    ) {
        let rows = table.rows.iter().zip(&table.sources).enumerate();
        for (at, (row, sources)) in rows.skip(1) {
            self.sources(out, sources);
            out.push("  {");
            push(out, at, *row);
            out.push(if at + 1 < table.rows.len() {
                "}, // #"
            } else {
                "} // #"
            });
            out.push_number(at as i64);
            push_note(out, at);
            out.push("\n");
        }
        out.no_source();
    }

    fn push_rows(&self, out: &mut Output, model: ModelId, rows: &[Row], names: &mut ClassNames) {
        let model = self.schedule.model(model);
        let def = self.records.rec(model.def);
        let name = &model.name;
        out.of(def, |out| {
            write!(
                out,
                "\n// {{Name, NumMicroOps, BeginGroup, EndGroup, RetireOOO, \
                 WriteProcResIdx,#, WriteLatencyIdx,#, ReadAdvanceIdx,#}}\n\
                 static const llvm::MCSchedClassDesc {name}SchedClasses[] = {{\n\
                 \x20 {{DBGFIELD({})  {}, false, false, false, 0, 0,  0, 0,  0, 0}},\n",
                names.invalid,
                ClassCost::INVALID
            );
        });
        let classes = self.schedule.classes().iter().zip(rows).enumerate();
        for (number, (class, row)) in classes.skip(1) {
            self.sources(out, &row.sources);
            self.sources_of_class(out, class);
            out.push("  {DBGFIELD(");
            names.push_name(out, &class.name);
            out.push(") ");
            out.push_fill(' ', 18usize.saturating_sub(class.name.len()));
            out.push_number(row.micro_ops);
            for flag in [row.begin_group, row.end_group, row.retire_out_of_order] {
                out.push(if flag { ", true" } else { ", false" });
            }
            for (at, count) in [row.resources, row.latencies, row.advances] {
                out.push(", ");
                out.push_padded(at, 2);
                out.push(", ");
                out.push_number(count);
            }
            out.push("}, // #");
            out.push_number(number as i64);
            out.push("\n");
        }
        out.of(def, |out| writeln!(out, "}}; // {name}SchedClasses"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sequence_is_found_where_it_is_first() {
        let mut table: Table<u32> = Table::new();
        let mut place = |rows: &[u32]| table.place(rows.to_vec());
        assert_eq!(place(&[]), (0, true));
        assert_eq!(place(&[0]), (0, true));
        assert_eq!(place(&[1, 2, 3]), (1, false));
        assert_eq!(place(&[2, 3]), (2, true));
        // The appended row completes the sequence with the row before it.
        assert_eq!(place(&[3, 3]), (4, false));
        assert_eq!(place(&[3, 3]), (3, true));
        assert_eq!(place(&[3, 3, 3]), (3, true));
        assert_eq!(table.rows, [0, 1, 2, 3, 3, 3]);
    }
}
