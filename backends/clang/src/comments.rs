//! Tables for documentation comments: HTML tags, HTML's named characters, commands.

#[cfg(test)]
mod tests;

use super::error_at;
use backend::string_matcher::{Case, StringMatcher};
use backend::text::push_header;
use backend::{Backend, Context, Fatal, Output, Rec};

pub(crate) const COMMENT_HTML_TAGS: Backend = Backend::clang(
    "gen-clang-comment-html-tags",
    "Match the names of HTML tags in comments",
    &["Tag"],
    html_tags,
);

/// `-gen-clang-comment-html-tags`
fn html_tags(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    let mut tags = Vec::new();
    for tag in records.derived("Tag")? {
        tags.push(spelling(tag)?);
    }
    push_header(out, "HTML tag name matcher", records);
    push_predicate(out, "isHTMLTagName", &tags)
}

pub(crate) const COMMENT_HTML_TAGS_PROPERTIES: Backend = Backend::clang(
    "gen-clang-comment-html-tags-properties",
    "Match the HTML tags whose end may or must be left out",
    &["Tag"],
    html_tag_properties,
);

/// `-gen-clang-comment-html-tags-properties`
fn html_tag_properties(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    let (mut optional, mut forbidden) = (Vec::new(), Vec::new());
    for tag in records.derived("Tag")? {
        let spelling = spelling(tag)?;
        if tag.bit("EndTagOptional")? {
            optional.push(spelling.clone());
        }
        if tag.bit("EndTagForbidden")? {
            forbidden.push(spelling);
        }
    }
    push_header(out, "HTML tag properties", records);
    push_predicate(out, "isHTMLEndTagOptional", &optional)?;
    push_predicate(out, "isHTMLEndTagForbidden", &forbidden)
}

/// The case of a string matcher for the name of `tag`. The generated code returns `true`.
fn spelling(tag: Rec<'_>) -> Result<Case<'_>, Fatal> {
    let name = tag.string("Spelling")?;
    Ok(Case::new(tag, name, "return true;".to_owned()))
}

/// Writes a C++ function that tests whether a name is one of `names`.
fn push_predicate(out: &mut Output, function: &str, names: &[Case]) -> Result<(), Fatal> {
    writeln!(out, "bool {function}(StringRef Name) {{");
    StringMatcher::new("Name").push(out, names)?;
    out.push("  return false;\n}\n\n");
    Ok(())
}

pub(crate) const COMMENT_HTML_NAMED_CHARACTER_REFERENCES: Backend = Backend::clang(
    "gen-clang-comment-html-named-character-references",
    "Translate HTML's named characters to UTF-8",
    &["NCR"],
    named_characters,
);

/// `-gen-clang-comment-html-named-character-references`
fn named_characters(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    let mut cases = Vec::new();
    for reference in records.derived("NCR")? {
        let spelling = reference.string("Spelling")?;
        // The reference truncates the code point to 32 bits.
        match char::from_u32(reference.int("CodePoint")? as u32) {
            Some(character) => {
                let code = format!("return {};", utf8(character));
                cases.push(Case::new(reference, spelling, code));
            }
            None => {
                let loc = reference.record().locs[0];
                cx.forgive(error_at(loc, "invalid code point".to_owned()));
            }
        }
    }
    let description = "HTML named character reference to UTF-8 translation";
    push_header(out, description, records);
    out.push("StringRef translateHTMLNamedCharacterReferenceToUTF8(\n");
    out.push("                                             StringRef Name) {\n");
    StringMatcher::new("Name").push(out, &cases)?;
    out.push("  return StringRef();\n}\n\n");
    Ok(())
}

/// A C++ string literal with the UTF-8 encoding of `character`, each byte escaped.
fn utf8(character: char) -> String {
    let mut literal = "\"".to_owned();
    for byte in character.encode_utf8(&mut [0; 4]).bytes() {
        literal.push_str(&format!("\\x{byte:x}"));
    }
    literal + "\""
}

/// The bit fields of a command, in the order of the columns of the table.
const COMMAND_BITS: [&str; 18] = [
    "IsInlineCommand",
    "IsBlockCommand",
    "IsBriefCommand",
    "IsReturnsCommand",
    "IsParamCommand",
    "IsTParamCommand",
    "IsThrowsCommand",
    "IsDeprecatedCommand",
    "IsHeaderfileCommand",
    "IsParCommand",
    "IsEmptyParagraphAllowed",
    "IsVerbatimBlockCommand",
    "IsVerbatimBlockEndCommand",
    "IsVerbatimLineCommand",
    "IsDeclarationCommand",
    "IsFunctionDeclarationCommand",
    "IsRecordLikeDetailCommand",
    "IsRecordLikeDeclarationCommand",
];

const COMMANDS: &str = "A list of commands useable in documentation comments";

pub(crate) const COMMENT_COMMAND_INFO: Backend = Backend::clang(
    "gen-clang-comment-command-info",
    "List the properties of commands in comments",
    &["Command"],
    command_info,
);

/// `-gen-clang-comment-command-info`
fn command_info(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    push_header(out, COMMANDS, records);
    let commands = records.derived("Command")?;
    out.push("namespace {\nconst CommandInfo Commands[] = {\n");
    for (index, command) in commands.iter().enumerate() {
        let comma = if index + 1 < commands.len() { "," } else { "" };
        push_command(out, index, *command)?;
        writeln!(out, "{comma}");
    }
    out.no_source();
    out.push("};\n} // unnamed namespace\n\n");

    let mut cases = Vec::new();
    for (index, command) in commands.iter().enumerate() {
        let code = format!("return &Commands[{index}];");
        cases.push(Case::new(*command, command.string("Name")?, code));
    }
    out.push("const CommandInfo *CommandTraits::getBuiltinCommandInfo(\n");
    out.push("                                         StringRef Name) {\n");
    StringMatcher::new("Name").push(out, &cases)?;
    out.push("  return nullptr;\n}\n\n");
    Ok(())
}

fn push_command(out: &mut Output, index: usize, command: Rec) -> Result<(), Fatal> {
    let name = command.string("Name")?;
    let end = command.string("EndCommandName")?;
    let args = command.int("NumArgs")?;
    out.source(command);
    write!(out, "  {{ \"{name}\", \"{end}\", {index}, {args}, ");
    for bit in COMMAND_BITS {
        write!(out, "{}, ", u8::from(command.bit(bit)?));
    }
    // The last column is `IsUnknownCommand`, which is false for every command of the table.
    out.push("0 }");
    Ok(())
}

pub(crate) const COMMENT_COMMAND_LIST: Backend = Backend::clang(
    "gen-clang-comment-command-list",
    "List the commands in comments",
    &["Command"],
    command_list,
);

/// `-gen-clang-comment-command-list`
fn command_list(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    push_header(out, COMMANDS, records);
    out.push("#ifndef COMMENT_COMMAND\n#  define COMMENT_COMMAND(NAME)\n#endif\n");
    for command in records.derived("Command")? {
        let name = identifier(&command.string("Name")?);
        out.source(command);
        writeln!(out, "COMMENT_COMMAND({name})");
    }
    Ok(())
}

/// The command's name with punctuation replaced by words, so that it is an identifier.
fn identifier(name: &str) -> String {
    let mut identifier = String::new();
    for c in name.chars() {
        match c {
            '(' => identifier.push_str("lparen"),
            ')' => identifier.push_str("rparen"),
            '[' => identifier.push_str("lsquare"),
            ']' => identifier.push_str("rsquare"),
            '{' => identifier.push_str("lbrace"),
            '}' => identifier.push_str("rbrace"),
            '$' => identifier.push_str("dollar"),
            '/' => identifier.push_str("slash"),
            c => identifier.push(c),
        }
    }
    identifier
}
