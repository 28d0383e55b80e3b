//! Rows from a file with tab-separated cells.

use super::{Plan, Row, Taken, normal_id, row};

const COLUMNS: [&str; 6] = ["id", "tool", "backend", "args", "include_dirs", "root"];

/// Reads rows; the first line names the columns. Arguments are separated by blanks, include directories by semicolons.
/// An invalid row does not affect the others.
pub(super) fn read(text: &str, out: &str) -> Result<Plan, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.lines().map(|it| it.split('\t').collect::<Vec<_>>());
    let header = lines.next().unwrap_or_default();
    let mut columns = [0; COLUMNS.len()];
    for (column, name) in columns.iter_mut().zip(COLUMNS) {
        let found = header
            .iter()
            .position(|it| it.trim_start_matches('#') == name);
        *column = found.ok_or_else(|| format!("there is no column '{name}'"))?;
    }
    let mut plan = Plan::default();
    let mut taken = Taken::new();
    for (number, line) in (2..).zip(lines) {
        if line == [""] {
            continue;
        }
        let cells = std::array::from_fn(|it| line.get(columns[it]).copied());
        match read_row(number, cells, out, &mut taken) {
            Ok(row) => plan.rows.push(row),
            Err(error) => plan.error(format!("line {number}: {error}")),
        }
    }
    Ok(plan)
}

fn read_row(
    number: usize,
    cells: [Option<&str>; COLUMNS.len()],
    out: &str,
    taken: &mut Taken<usize>,
) -> Result<Row, String> {
    if let Some(missing) = cells.iter().position(Option::is_none) {
        return Err(format!("the cell '{}' is missing", COLUMNS[missing]));
    }
    let [id, tool, backend, args, folders, root] = cells.map(Option::unwrap_or_default);
    let id = normal_id(id)?;
    let first = *taken.entry(id.clone()).or_insert(number);
    if first != number {
        return Err(format!("'{id}' is the output of line {first} already"));
    }
    if !backend.starts_with('-') {
        return Err(format!(
            "the backend '{backend}' does not begin with a dash"
        ));
    }
    if root.is_empty() {
        return Err("the root is empty".to_owned());
    }
    let mut words = vec![backend.to_owned()];
    words.extend(args.split_whitespace().map(str::to_owned));
    for folder in folders.split(';').filter(|it| !it.is_empty()) {
        words.extend(["-I".to_owned(), folder.to_owned()]);
    }
    words.push(root.to_owned());
    row(id, tool, &words, out)
}

#[cfg(test)]
mod tests {
    use std::path::MAIN_SEPARATOR;

    use expect_test::{Expect, expect};

    use super::*;

    fn check(text: &str, want: Expect) {
        let got = match read(text, "out") {
            Ok(plan) => {
                let rows = plan.rows.iter().map(|row| {
                    let it = &row.options;
                    let backend = it.backend.as_deref().unwrap_or_default();
                    let folders = it.include_dirs.join(" ");
                    let output = it.output.replace(MAIN_SEPARATOR, "/");
                    format!("{backend} [{folders}] {} > {output}\n", it.input)
                });
                let messages = plan.messages.iter().map(|it| format!("{it}\n"));
                assert_eq!(plan.failed, !plan.messages.is_empty());
                rows.chain(messages).collect()
            }
            Err(message) => format!("no rows: {message}\n"),
        };
        want.assert_eq(&got);
    }

    const HEADER: &str = "#id\ttool\tbackend\targs\tinclude_dirs\troot\n";

    #[test]
    fn rows() {
        // Some editors write a byte order mark.
        check(
            &format!("\u{feff}{HEADER}a/b.inc\tllvm-tblgen\t-print-enums\t-class A\ti;j\tr.td\n"),
            expect![[r#"
                print-enums [i j] r.td > out/a/b.inc
            "#]],
        );
        check(
            "id\ttool\n",
            expect![[r#"
            no rows: there is no column 'backend'
        "#]],
        );
    }

    #[test]
    fn bad_rows_among_good_ones() {
        check(
            &format!(
                "{HEADER}../x\tt\t-print-sets\t\t\tr.td\n\
                 a/x\tt\t-print-sets\t\t\tr.td\n\
                 a/./x\tt\t-print-sets\t\t\tr.td\n\
                 b\tt\t\t\t\tr.td\n\
                 c\tt\tprint-sets\t\t\tr.td\n\
                 d\tt\t-print-sets\t\n\
                 e\tt\t-print-sets\t\t\t\n\
                 f\tt\t--external=true\t\t\tr.td\n\
                 g\tt\t-print-sets\t-d /x.d\t\tr.td\n\
                 h\tt\t-print-sets\t-o /x\t\tr.td\n\
                 i\tt\t-print-set\t-j=1\t\tr.td\n\
                 k\tt\t--help\t\t\tr.td\n\
                 l\tt\t-print-enums\t\t\tr.td\n"
            ),
            expect![[r#"
                print-sets [] r.td > out/a/x
                print-enums [] r.td > out/l
                line 2: the id '../x' has '..' in it
                line 4: 'a/x' is the output of line 3 already
                line 5: the backend '' does not begin with a dash
                line 6: the backend 'print-sets' does not begin with a dash
                line 7: the cell 'include_dirs' is missing
                line 8: the root is empty
                line 9: a row cannot run a command
                line 10: a row cannot write a dependency file (-d)
                line 11: a row cannot have -o: its id says where it goes
                line 12: Unknown command line argument '-print-set'. Did you mean '--print-sets'? Unknown command line argument '-j=1'. Did you mean '-D=1'?
                line 13: a row cannot ask for help or the version
            "#]],
        );
    }
}
