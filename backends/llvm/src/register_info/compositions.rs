//! Compositions of sub-register indices: the table of composites, and the functions that transform lane masks.

use backend::Output;
use backend::ids::Id;
use backend::text::smallest_type;
use target_model::registers::{IndexId, LaneStep, SubRegIndex};

use super::{Info, changes, push_mask};

/// Writes the function that composes two indices. The first index selects a row of the table. Indices share a row if
/// they agree on the composites that they define.
pub(super) fn push_indices(info: &Info, out: &mut Output) {
    let target = &info.target;
    writeln!(
        out,
        "unsigned {target}GenRegisterInfo::composeSubRegIndicesImpl(unsigned IdxA, unsigned IdxB) const {{"
    );
    let indices = &info.lanes.indices;
    let count = indices.len();
    let mut rows: Vec<Vec<Option<IndexId>>> = Vec::new();
    let mut row_of = Vec::with_capacity(count);
    for (_, index) in indices.iter() {
        let found = rows.iter().position(|row| agrees(index, row));
        let row = found.unwrap_or_else(|| {
            rows.push(vec![None; count]);
            rows.len() - 1
        });
        for (second, both) in index.composites() {
            rows[row][second.index()] = Some(both);
        }
        row_of.push(row);
    }
    if rows.len() > 1 {
        let ty = smallest_type(rows.len() as u64);
        write!(out, "  static const {ty} RowMap[{count}] = {{\n    ");
        row_of.iter().for_each(|row| write!(out, "{row}, "));
        out.push("\n  };\n");
    }
    let ty = smallest_type(count as u64 + 1);
    writeln!(
        out,
        "  static const {ty} Rows[{}][{count}] = {{",
        rows.len()
    );
    for row in &rows {
        // Source map: each line comes from all indices, since it may contain composites of any index.
        indices.ids().for_each(|it| info.of_index(out, it));
        out.push("    { ");
        for both in row {
            match both {
                Some(both) => write!(out, "{}, ", indices[*both].qualified_name()),
                None => out.push("0, "),
            }
        }
        out.push("},\n");
        out.no_source();
    }
    out.push("  };\n\n");
    write!(
        out,
        "  --IdxA; assert(IdxA < {count}); (void) IdxA;\n  --IdxB; assert(IdxB < {count});\n"
    );
    out.push(match rows.len() {
        ..=1 => "  return Rows[0][IdxB];\n}\n\n",
        _ => "  return Rows[RowMap[IdxA]][IdxB];\n}\n\n",
    });
    if changes::composes_backwards(info.cx.release()) {
        push_backwards(info, out, row_of.iter().map(|row| &rows[*row]));
    }
}

/// Writes the inverse of the composition: given a composite and its first index, the function returns the second index.
fn push_backwards<'r>(
    info: &Info,
    out: &mut Output,
    rows: impl Iterator<Item = &'r Vec<Option<IndexId>>>,
) {
    let indices = &info.lanes.indices;
    let count = indices.len();
    let ty = smallest_type(count as u64 + 1);
    write!(
        out,
        "unsigned {}GenRegisterInfo::reverseComposeSubRegIndicesImpl(unsigned IdxA, unsigned IdxB) const {{\n  \
         static const {ty} Table[{count}][{count}] = {{\n",
        info.target
    );
    let mut seconds = vec![None; count];
    for row in rows {
        seconds.fill(None);
        // If several second indices have the same composite, the function returns the first of them.
        for (second, both) in indices.ids().zip(row).rev() {
            if let Some(both) = both {
                seconds[both.index()] = Some(second);
            }
        }
        // Source map: each line comes from all indices, since it may contain composites of any index.
        indices.ids().for_each(|it| info.of_index(out, it));
        out.push("    { ");
        for second in &seconds {
            match second {
                Some(second) => write!(out, "{}, ", indices[*second].qualified_name()),
                None => out.push("0, "),
            }
        }
        out.push("},\n");
        out.no_source();
    }
    write!(
        out,
        "  }};\n\n  --IdxA; assert(IdxA < {count});\n  --IdxB; assert(IdxB < {count});\n  \
         return Table[IdxA][IdxB];\n  }}\n\n"
    );
}

/// Whether the composites that an index defines agree with the composites in a row.
fn agrees(index: &SubRegIndex, row: &[Option<IndexId>]) -> bool {
    let mut all = index.composites();
    all.all(|(second, both)| row[second.index()].is_none_or(|it| it == both))
}

/// Writes the functions that convert lane masks of a sub-register to masks of the whole register, and back.
pub(super) fn push_lanes(info: &Info, out: &mut Output) {
    let mut sequences: Vec<(&[LaneStep], usize)> = Vec::new();
    let mut next = 0;
    let mut starts = Vec::new();
    for steps in info.lanes.steps.iter() {
        let known = sequences.iter().find(|(it, _)| it == steps);
        let start = known.map(|(_, start)| *start).unwrap_or_else(|| {
            sequences.push((steps, next));
            next += steps.len() + 1;
            next - steps.len() - 1
        });
        starts.push(start);
    }
    out.push(
        "  struct MaskRolOp {\n    LaneBitmask Mask;\n    uint8_t  RotateLeft;\n  };\n  \
         static const MaskRolOp LaneMaskComposeSequences[] = {\n",
    );
    for (at, (steps, start)) in sequences.iter().enumerate() {
        out.push("    ");
        for step in *steps {
            out.push("{ ");
            push_mask(out, step.mask);
            write!(out, ", {:2} }}, ", step.rotate);
        }
        out.push("{ LaneBitmask::getNone(), 0 }");
        if at + 1 < sequences.len() {
            out.push(", ");
        }
        writeln!(out, "  // Sequence {start}");
    }
    let ty = smallest_type(starts.iter().max().copied().unwrap_or_default() as u64);
    writeln!(out, "  }};\n  static const {ty} CompositeSequences[] = {{");
    let indices = info.lanes.indices.iter();
    for (at, ((id, index), start)) in indices.zip(&starts).enumerate() {
        let comma = if at + 1 < starts.len() { "," } else { "" };
        info.of_index(out, id);
        writeln!(out, "    {start}{comma} // to {}", index.name);
    }
    out.no_source();
    out.push("  };\n\n");
    push_lane_functions(out, &info.target, starts.len());
}

fn push_lane_functions(out: &mut Output, target: &str, count: usize) {
    write!(
        out,
        "LaneBitmask {target}GenRegisterInfo::composeSubRegIndexLaneMaskImpl\
         (unsigned IdxA, LaneBitmask LaneMask) const {{\n  \
         --IdxA; assert(IdxA < {count} && \"Subregister index out of bounds\");\n"
    );
    push_loop(
        out,
        "    LaneBitmask::Type M = LaneMask.getAsInteger() & Ops->Mask.getAsInteger();\n",
        ["<<", ">>"],
    );
    write!(
        out,
        "LaneBitmask {target}GenRegisterInfo::reverseComposeSubRegIndexLaneMaskImpl\
         (unsigned IdxA,  LaneBitmask LaneMask) const {{\n  \
         LaneMask &= getSubRegIndexLaneMask(IdxA);\n  \
         --IdxA; assert(IdxA < {count} && \"Subregister index out of bounds\");\n"
    );
    push_loop(
        out,
        "    LaneBitmask::Type M = LaneMask.getAsInteger();\n",
        [">>", "<<"],
    );
}

/// Writes the loop over the steps of an index. In each step, the statement `take` selects lanes, and the shift
/// operators `forth` and `back` rotate them.
fn push_loop(out: &mut Output, take: &str, [forth, back]: [&str; 2]) {
    write!(
        out,
        "  LaneBitmask Result;\n  for (const MaskRolOp *Ops =\n       \
         &LaneMaskComposeSequences[CompositeSequences[IdxA]];\n       \
         Ops->Mask.any(); ++Ops) {{\n{take}    if (unsigned S = Ops->RotateLeft)\n      \
         Result |= LaneBitmask((M {forth} S) | (M {back} (LaneBitmask::BitWidth - S)));\n    \
         else\n      Result |= LaneBitmask(M);\n  }}\n  return Result;\n}}\n\n"
    );
}
