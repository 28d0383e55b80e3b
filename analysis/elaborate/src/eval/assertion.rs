//! Assertions and dumps, in records and as statements.

use syntax::Release;

use crate::diagnostic::{At, Audience, Diagnostic, Severity};
use crate::hir;
use crate::record::{Assertion, Dump, Record};
use crate::value::{Ty, UnOp, ValueId};

use super::check_record::WrongFields;
use super::resolver::Resolver;
use super::{Cx, RecordScope, Result};

impl Cx<'_> {
    pub(super) fn read_assertion(
        &mut self,
        assert: &hir::Assert,
        cur: RecordScope<'_>,
    ) -> Result<Assertion> {
        Ok(Assertion {
            loc: self.loc(self.expr_at(assert.cond)),
            cond: self.value(assert.cond, None, cur)?,
            message: self.value(assert.message, None, cur)?,
        })
    }

    pub(super) fn read_dump(&mut self, dump: &hir::Dump, cur: RecordScope<'_>) -> Result<Dump> {
        Ok(Dump {
            loc: self.loc(dump.at),
            message: self.dump_message(dump, cur)?,
        })
    }

    /// Evaluates the message of a `dump`. For a reference to a record, the result is the text of the whole record.
    fn dump_message(&mut self, dump: &hir::Dump, cur: RecordScope<'_>) -> Result<ValueId> {
        let message = self.value(dump.message, None, cur)?;
        if self.values.as_def(message).is_some() {
            return self.fold_un(UnOp::Repr, message, Ty::STRING, cur, false);
        }
        // Since LLVM 21, the message is evaluated as far as possible when it is read. LLVM 19 does not evaluate it at
        // that time, and crashes on a `dump` at file level. Under the rules of LLVM 19, the message is therefore
        // evaluated here only at file level.
        let try_direct = self.release >= Release::V21
            || (self.open.multiclass.is_none() && self.names.loops.is_empty());
        if cur.record().is_none() && try_direct {
            let mut r = self.map_resolver([]);
            self.set_final(&mut r);
            return self.resolve(message, &mut r, cur);
        }
        Ok(message)
    }

    pub(super) fn resolve_assertion(
        &mut self,
        assertion: &mut Assertion,
        r: &mut Resolver,
        cur: RecordScope<'_>,
    ) -> Result<()> {
        assertion.cond = self.resolve(assertion.cond, r, cur)?;
        assertion.message = self.resolve(assertion.message, r, cur)?;
        Ok(())
    }

    pub(super) fn resolve_dump(
        &mut self,
        dump: &mut Dump,
        r: &mut Resolver,
        cur: RecordScope<'_>,
    ) -> Result<()> {
        dump.message = self.resolve(dump.message, r, cur)?;
        Ok(())
    }

    /// Checks the assertions of a finished record, then prints the messages of its dumps. `wrong` are the fields that
    /// are already known to be wrong.
    pub(super) fn check_assertions(&mut self, record: &Record, wrong: &WrongFields) -> Result<()> {
        let cur = RecordScope::Record(record);
        let mut r = self.field_resolver(None);
        let mut failed = false;
        for mut assertion in record.assertions().iter().copied() {
            let said = self.out.diagnostics.len();
            let resolved = self.resolve_assertion(&mut assertion, &mut r, cur);
            let holds = resolved.map(|()| self.check_assertion(assertion));
            if self.out.diagnostics.len() > said {
                let value = self.wrong_value(record, assertion.loc, assertion.cond, wrong);
                let audience = self.audience_of(&value);
                for error in self.out.diagnostics.iter_mut().skip(said) {
                    error.value.get_or_insert_with(|| Box::new(value.clone()));
                    if audience != Audience::All {
                        error.audience = audience;
                    }
                }
            }
            failed |= !holds?;
        }
        if failed && self.release >= Release::V21 {
            let message = "assertion failed in this record".to_owned();
            let mut error = Diagnostic::at_locs(Severity::Error, &record.locs, message);
            // An editor shows the failed assertion together with the record instead of this error.
            error.audience = Audience::Reference;
            self.report(error);
        }
        let mut r = self.field_resolver(None);
        for mut dump in record.dumps().iter().copied() {
            self.resolve_dump(&mut dump, &mut r, cur)?;
            self.print_dump(dump);
        }
        Ok(())
    }

    /// Returns whether an assertion holds. If not, reports it.
    pub(super) fn check_assertion(&mut self, assertion: Assertion) -> bool {
        let at = At::start(assertion.loc);
        match self.as_number(assertion.cond) {
            None => {
                let message = "assert condition must of type bit, bits, or int.";
                let mut error = Diagnostic::error(at, message.to_owned());
                self.explain_by_cast(assertion.cond, &mut error);
                self.report(error);
                false
            }
            Some(0) => {
                let text = if self.values.is_string(assertion.message) {
                    self.show_unquoted(assertion.message)
                } else {
                    "(assert message is not a string)".into()
                };
                let message = format!("assertion failed: {text}");
                let diagnostic = if self.release >= Release::V21 {
                    Diagnostic::error(at, message)
                } else {
                    let error = Diagnostic::error(at, "assertion failed".to_owned());
                    let mut error = error.with_note(None, text.into_owned());
                    error.in_words = Some(message);
                    error
                };
                self.report(diagnostic);
                false
            }
            Some(_) => true,
        }
    }

    pub(super) fn print_dump(&mut self, dump: Dump) {
        let at = At::start(dump.loc);
        if self.values.is_string(dump.message) {
            let text = self.show_unquoted(dump.message).into_owned();
            let note = Diagnostic::new(Severity::Note, Some(at), text);
            self.report(note);
        } else {
            let message = "dump value is not of type string".to_owned();
            let mut error = Diagnostic::error(at, message);
            self.explain_by_cast(dump.message, &mut error);
            self.report(error);
        }
    }
}
