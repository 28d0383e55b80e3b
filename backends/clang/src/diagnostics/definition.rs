//! The text of a diagnostic as Clang reads it at run time, with all substitutions (`%sub`) expanded.

use super::text::{Mapping, Piece, Substitutions, Text, Walk, parse};
use backend::{Fatal, Rec};

/// The summary of a diagnostic with all substitutions expanded.
pub(super) fn summary(diag: Rec, substitutions: &Substitutions) -> Result<String, Fatal> {
    let text = parse(diag, &diag.string("Summary")?)?;
    let mut out = String::new();
    push_text(&mut Walk::new(diag, substitutions), &mut out, &text, &None)?;
    Ok(out)
}

fn push_text(
    walk: &mut Walk,
    out: &mut String,
    text: &Text,
    mapping: &Mapping,
) -> Result<(), Fatal> {
    walk.depth += 1;
    for piece in text {
        walk.count()?;
        push_piece(walk, out, piece, mapping)?;
    }
    walk.depth -= 1;
    Ok(())
}

fn push_piece(
    walk: &mut Walk,
    out: &mut String,
    piece: &Piece,
    mapping: &Mapping,
) -> Result<(), Fatal> {
    match piece {
        Piece::Plain(text) => out.push_str(text),
        Piece::Argument { modifier, index } => {
            let index = walk.map(*index, mapping)?;
            push_modifier(out, modifier);
            out.push_str(&index.to_string());
        }
        Piece::Select {
            modifier,
            options,
            index,
            ..
        } => {
            push_modifier(out, modifier);
            if *modifier == "select" {
                let mut separator = "{";
                for option in options {
                    out.push_str(separator);
                    push_text(walk, out, option, mapping)?;
                    separator = "|";
                }
                out.push('}');
            }
            out.push_str(&walk.map(*index, mapping)?.to_string());
        }
        Piece::Plural { options, index } => {
            let mut separator = "%plural{";
            for (condition, option) in options {
                out.push_str(separator);
                out.push_str(condition);
                push_text(walk, out, option, mapping)?;
                separator = "|";
            }
            out.push('}');
            out.push_str(&walk.map(*index, mapping)?.to_string());
        }
        Piece::Diff { parts, indices } => {
            for (before, part) in ["%diff{", "$", "$", "|"].into_iter().zip(&**parts) {
                out.push_str(before);
                push_text(walk, out, part, mapping)?;
            }
            let [first, second] = indices;
            let first = walk.map(*first, mapping)?;
            let second = walk.map(*second, mapping)?;
            out.push_str(&format!("}}{first},{second}"));
        }
        Piece::Sub { name, indices } => {
            let (text, mapping) = walk.substitution(name, indices, mapping)?;
            push_text(walk, out, text, &mapping)?;
        }
    }
    Ok(())
}

fn push_modifier(out: &mut String, modifier: &str) {
    out.push('%');
    out.push_str(modifier);
}
