//! Since LLVM 22: the subcommands of a program (`commit` in `git commit`), and the list of subcommands for each option.

use std::collections::BTreeMap;

use super::names;
use backend::text::push_joined;
use backend::{Context, Fatal, Output, Rec, Release};

pub(super) struct Subcommands<'a> {
    /// All subcommands; `None` before LLVM 22.
    all: Option<Vec<Rec<'a>>>,
    /// The distinct lists of subcommands, each with its offset in the table of lists and the first option that has it.
    lists: BTreeMap<Vec<String>, (usize, Option<Rec<'a>>)>,
}

impl<'a> Subcommands<'a> {
    /// Reads all subcommands, including subcommands that no option uses.
    pub(super) fn read(cx: &Context<'a>) -> Result<Subcommands<'a>, Fatal> {
        let all = if cx.release() >= Release::V22 {
            Some(cx.records.derived("SubCommand")?)
        } else {
            None
        };
        let lists = BTreeMap::from([(Vec::new(), (0, None))]);
        Ok(Subcommands { all, lists })
    }

    /// Collects the options' lists of subcommands, and assigns their offsets in the table of lists. Does nothing before
    /// LLVM 22.
    pub(super) fn place(&mut self, options: &[Rec<'a>]) -> Result<(), Fatal> {
        if self.all.is_none() {
            return Ok(());
        }
        for option in options {
            let list = names(*option, "SubCommands")?;
            self.lists.entry(list).or_insert((0, Some(*option)));
        }
        let mut place = 0;
        for (list, (start, _)) in &mut self.lists {
            *start = place;
            place += 1 + list.len();
        }
        Ok(())
    }

    /// The last macro argument of an option's entry: the offset of its list of subcommands. Empty before LLVM 22.
    pub(super) fn of_option(&self, option: Rec) -> Result<String, Fatal> {
        if self.all.is_none() {
            return Ok(String::new());
        }
        let place = self.lists.get(&names(option, "SubCommands")?);
        Ok(format!(", {}", place.map_or(0, |it| it.0)))
    }

    /// Writes the table of the options' lists of subcommands.
    pub(super) fn push_lists(&self, out: &mut Output) {
        let Some(all) = &self.all else { return };
        out.push("/////////// SubCommand IDs\n\n#ifdef OPTTABLE_SUBCOMMAND_IDS_TABLE_CODE\n");
        out.push("static constexpr unsigned OptionSubCommandIDsTable[] = {\n");
        push_joined(out, ",\n", &self.lists, |out, (list, (_, user))| {
            out.sources(|| user.iter().copied());
            write!(out, "  {} /* subcommands */", list.len());
            for name in list {
                let number = all.iter().position(|it| it.name() == name);
                write!(out, ", {} /* '{name}' */", number.unwrap_or(0));
            }
            out.no_source();
        });
        out.push("\n};\n#endif // OPTTABLE_SUBCOMMAND_IDS_TABLE_CODE\n\n");
    }

    /// Writes the table of all subcommands.
    pub(super) fn push(&self, out: &mut Output) -> Result<(), Fatal> {
        let Some(all) = &self.all else { return Ok(()) };
        out.push("/////////\n\n// SubCommands\n\n#ifdef OPTTABLE_SUBCOMMANDS_CODE\n");
        out.push("static constexpr llvm::opt::OptTable::SubCommand OptionSubCommands[] = {\n");
        out.try_each(all.iter().copied(), |out, it: Rec| {
            let text = |field| it.string(field);
            let (name, help, usage) = (text("Name")?, text("HelpText")?, text("Usage")?);
            // The reference does not escape these strings.
            writeln!(out, "  {{ \"{name}\", \"{help}\", \"{usage}\" }},");
            Ok::<_, Fatal>(())
        })?;
        out.push("};\n#endif // OPTTABLE_SUBCOMMANDS_CODE\n\n");
        Ok(())
    }
}
