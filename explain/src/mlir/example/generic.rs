//! Examples of operations in the generic form, which all operations have.

use backend::Fatal;

use super::operation::{Written, braces, result_types};

impl Written<'_, '_> {
    /// The text of the operation in the generic form.
    pub(super) fn generic(&self) -> Result<String, Fatal> {
        let op = self.op;
        let (operands, results) = (self.operands(), self.results());
        let names: Vec<&str> = operands.iter().map(|it| &*it.0).collect();
        let mut text = format!("{}\"{}\"({})", self.prefix(), op.name, names.join(", "));
        let blocks = self.blocks();
        if !blocks.is_empty() {
            text += &format!("[{}]", blocks.join(", "));
        }
        let mut entries = self.dictionary(&[], &[], &[])?;
        if op.has_operand_segments() {
            entries.insert("operandSegmentSizes".to_owned(), self.segments(false));
        }
        if op.has_result_segments() {
            entries.insert("resultSegmentSizes".to_owned(), self.segments(true));
        }
        let attributes = braces(&entries);
        let has_properties = op.dialect.uses_properties()? && !attributes.is_empty();
        if has_properties {
            text += &format!(" <{attributes}>");
        }
        let regions = self.regions();
        if !regions.is_empty() {
            text += &format!(" ({})", regions.join(", "));
        }
        if !has_properties && !attributes.is_empty() {
            text += &format!(" {attributes}");
        }
        let types: Vec<&str> = operands.iter().map(|it| &*it.1).collect();
        let results: Vec<String> = results.into_iter().map(|it| it.1).collect();
        let (types, results) = (types.join(", "), result_types(&results));
        text += &format!(" : ({types}) -> {results}");
        Ok(text)
    }
}
