//! The C++ functions that look up rows.

use super::compare::{Ties, is_contiguous, sort};
use super::field::{Use, fatal_at};
use super::{Index, Model, Table};
use backend::{Fatal, Output, Rec};

pub(super) fn push_declaration(
    out: &mut Output,
    table: &Table,
    index: &Index,
) -> Result<(), Fatal> {
    let row = &table.row_type;
    if index.return_range {
        write!(out, "llvm::iterator_range<const {row} *> ");
    } else {
        write!(out, "const {row} *");
    }
    write!(out, "{}(", index.name);
    for (number, field) in index.fields.iter().enumerate() {
        let separator = if number > 0 { ", " } else { "" };
        let ty = field.key_type(table, index, Use::Argument)?;
        write!(out, "{separator}{ty} {}", field.name);
    }
    out.push(")");
    Ok(())
}

mod changes {
    use backend::Release;

    /// Whether `std::clamp` checks that a key is in the range of all keys. Before LLVM 21, two comparisons check this,
    /// and compilers warn if an unsigned number is compared with 0.
    pub(super) fn checks_by_clamp(release: Release) -> bool {
        release >= Release::V21
    }

    /// Whether the position of a row is computed if keys are consecutive. Since LLVM 21, the position is not computed
    /// if the table requests an early return for keys out of range.
    pub(super) fn counts(release: Release, early_out: bool) -> bool {
        release < Release::V21 || !early_out
    }
}

/// The function that looks up rows by an index.
pub(super) struct Lookup<'t, 'a> {
    model: &'t Model<'a>,
    table: &'t Table<'a>,
    index: &'t Index<'a>,
    /// Whether the rows of the table are searched directly, not a separate list of keys.
    is_primary: bool,
    /// The indices of the rows, in the order of the key.
    order: Vec<usize>,
}

impl<'t, 'a> Lookup<'t, 'a> {
    /// Prepares the function. A primary index searches the table itself, whose rows are sorted by the key. Other
    /// indices search a sorted list of keys with the numbers of the rows.
    pub(super) fn new(
        model: &'t Model<'a>,
        table: &'t Table<'a>,
        index: &'t Index<'a>,
        is_primary: bool,
    ) -> Result<Lookup<'t, 'a>, Fatal> {
        let order = if is_primary {
            (0..table.entries.len()).collect()
        } else {
            sort(model, &table.entries, index, Ties::Stay)?
        };
        Ok(Lookup {
            model,
            table,
            index,
            is_primary,
            order,
        })
    }

    /// Writes the function. It uses a binary search, or computes the position of the row if the keys are consecutive.
    pub(super) fn push(&self, out: &mut Output) -> Result<(), Fatal> {
        out.push("\n");
        out.of(self.index.def, |out| {
            push_declaration(out, self.table, self.index)?;
            out.push(" {\n");
            Ok::<_, Fatal>(())
        })?;
        if !self.is_primary {
            self.push_keys(out)?;
        }
        let rows = self.order.iter().map(|it| self.table.entries[*it]);
        let release = self.table.def.records().release();
        let is_contiguous = is_contiguous(self.model, self.index, rows)?;
        if is_contiguous || self.index.early_out {
            self.push_range_check(out)?;
        }
        if is_contiguous && changes::counts(release, self.index.early_out) {
            return self.push_count(out);
        }
        if self.index.early_out && !changes::checks_by_clamp(release) {
            out.push("\n");
        }
        out.of(self.index.def, |out| self.push_binary_search(out))
    }

    fn push_keys(&self, out: &mut Output) -> Result<(), Fatal> {
        out.push("  struct IndexType {\n");
        self.push_key_fields(out, Use::StaticStruct)?;
        out.push("    unsigned _index;\n  };\n  static const struct IndexType Index[] = {\n");
        for number in &self.order {
            let entry = self.table.entries[*number];
            out.source(entry);
            out.push("    { ");
            for field in &self.index.fields {
                let v = entry.value(&field.name)?;
                let mut text = self.model.text(field, v, self.index.at)?;
                if field.is_string() {
                    text.make_ascii_uppercase();
                }
                write!(out, "{text}, ");
            }
            writeln!(out, "{number} }},");
        }
        out.no_source();
        out.push("  };\n\n");
        Ok(())
    }

    fn push_key_fields(&self, out: &mut Output, used: Use) -> Result<(), Fatal> {
        for field in &self.index.fields {
            let ty = field.key_type(self.table, self.index, used)?;
            writeln!(out, "    {ty} {};", field.name);
        }
        Ok(())
    }

    /// The rows with the smallest and the largest key, each with the value of the first column of the key. `None` if
    /// there are no rows.
    fn ends(&self) -> Result<Option<[(Rec<'a>, String); 2]>, Fatal> {
        let (Some(first), Some(last), Some(field)) = (
            self.order.first(),
            self.order.last(),
            self.index.fields.first(),
        ) else {
            return Ok(None);
        };
        let end = |number: usize| {
            let row = self.table.entries[number];
            let text = self
                .model
                .text(field, row.value(&field.name)?, self.index.at)?;
            Ok::<_, Fatal>((row, text))
        };
        Ok(Some([end(*first)?, end(*last)?]))
    }

    /// Writes an early return for keys outside the range of all keys.
    fn push_range_check(&self, out: &mut Output) -> Result<(), Fatal> {
        if let Some([(first, least), (last, most)]) = self.ends()? {
            let (field, release) = (&self.index.fields[0], self.table.def.records().release());
            let name = &field.name;
            let text = if changes::checks_by_clamp(release) {
                let ty = field.key_type(self.table, self.index, Use::StaticStruct)?;
                format!(
                    "  if (({ty}){name} != std::clamp(({ty}){name}, ({ty}){least}, ({ty}){most}))\n    return nullptr;\n\n"
                )
            } else {
                format!(
                    "  if (({name} < {least}) ||\n      ({name} > {most}))\n    return nullptr;\n"
                )
            };
            out.push_from(&[first, last], &text);
        }
        Ok(())
    }

    /// Writes the code that computes the position of a row from its key.
    fn push_count(&self, out: &mut Output) -> Result<(), Fatal> {
        writeln!(out, "  auto Table = ArrayRef({});", self.searched());
        if let Some([(first, least), _]) = self.ends()? {
            let field = &self.index.fields[0].name;
            out.of(first, |out| {
                writeln!(out, "  size_t Idx = {field} - {least};")
            });
        }
        if self.is_primary {
            out.push("  return &Table[Idx];\n}\n")
        } else {
            write!(
                out,
                "  return &{}[Table[Idx]._index];\n}}\n",
                self.table.name
            )
        }
        Ok(())
    }

    /// The name of the array that is searched.
    fn searched(&self) -> &'t str {
        if self.is_primary {
            &self.table.name
        } else {
            "Index"
        }
    }

    fn push_binary_search(&self, out: &mut Output) -> Result<(), Fatal> {
        self.push_key(out)?;
        self.push_comparators(out);
        writeln!(out, "  auto Table = ArrayRef({});", self.searched());
        if self.index.return_range {
            out.push("  auto It = std::equal_range(Table.begin(), Table.end(), Key, Comp());\n");
            out.push("  return llvm::make_range(It.first, It.second);\n}\n");
            return Ok(());
        }
        out.push("  auto Idx = std::lower_bound(Table.begin(), Table.end(), Key, Comp());\n");
        out.push("  if (Idx == Table.end()");
        for field in &self.index.fields {
            let field = &field.name;
            write!(out, " ||\n      Key.{field} != Idx->{field}");
        }
        out.push(")\n    return nullptr;\n\n");
        if self.is_primary {
            out.push("  return &*Idx;\n}\n")
        } else {
            write!(out, "  return &{}[Idx->_index];\n}}\n", self.table.name)
        }
        Ok(())
    }

    /// Writes the C++ type of keys, and the key to be found, which consists of the function's arguments.
    fn push_key(&self, out: &mut Output) -> Result<(), Fatal> {
        out.push("  struct KeyType {\n");
        self.push_key_fields(out, Use::TemporaryStruct)?;
        out.push("  };\n  KeyType Key = {");
        for (number, field) in self.index.fields.iter().enumerate() {
            if field.is_string() && self.is_primary {
                let message = format!(
                    "In table '{}', use a secondary lookup method for case-insensitive comparison \
                     of field '{}'",
                    self.table.name, field.name
                );
                return Err(fatal_at(self.index.at, message));
            }
            let separator = if number > 0 { ", " } else { "" };
            let upper = if field.is_string() { ".upper()" } else { "" };
            write!(out, "{separator}{}{upper}", field.name);
        }
        out.push("};\n");
        Ok(())
    }

    fn push_comparators(&self, out: &mut Output) {
        let row = if self.is_primary {
            &self.table.row_type
        } else {
            "IndexType"
        };
        out.push("  struct Comp {\n");
        let sides = [(row, "KeyType"), ("KeyType", row)];
        for (left, right) in &sides[..if self.index.return_range { 2 } else { 1 }] {
            writeln!(
                out,
                "    bool operator()(const {left} &LHS, const {right} &RHS) const {{"
            );
            push_comparison(out, self.index);
        }
        out.push("  };\n");
    }
}

fn push_comparison(out: &mut Output, index: &Index) {
    for field in &index.fields {
        let name = &field.name;
        if field.is_string() {
            write!(
                out,
                "      int Cmp{name} = StringRef(LHS.{name}).compare(RHS.{name});\n\
                 \x20     if (Cmp{name} < 0) return true;\n\
                 \x20     if (Cmp{name} > 0) return false;\n"
            );
            continue;
        }
        // It depends on the compiler whether an enumeration is signed, so members are compared as unsigned.
        let cast = match field.of_enum {
            Some(_) => "(unsigned)",
            None => "",
        };
        for (operator, result) in [("<", "true"), (">", "false")] {
            write!(
                out,
                "      if ({cast}LHS.{name} {operator} {cast}RHS.{name})\n        return {result};\n"
            );
        }
    }
    out.push("      return false;\n    }\n");
}
