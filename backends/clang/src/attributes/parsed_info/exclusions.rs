//! Checks for mutually exclusive attributes.

use backend::{Fatal, Output, Rec, Records};

use super::super::changes;

/// The `MutualExclusions` records, each with the attributes that exclude each other.
pub(super) struct Exclusions<'a>(Vec<(Rec<'a>, Vec<Rec<'a>>)>);

/// The checks for mutually exclusive attributes, for the case that two declarations are merged, and for the attributes
/// of one statement.
pub(super) struct Merges {
    pub of_declarations: Output<'static>,
    pub of_statements: Output<'static>,
}

impl Merges {
    /// Empty outputs, to be appended to `out` later.
    pub(super) fn new(out: &Output) -> Merges {
        Merges {
            of_declarations: out.part(),
            of_statements: out.part(),
        }
    }
}

impl<'a> Exclusions<'a> {
    pub(super) fn read(records: &'a Records) -> Result<Exclusions<'a>, Fatal> {
        let mut all = Vec::new();
        for rec in records.derived("MutualExclusions")? {
            all.push((rec, rec.list_of_defs("Exclusions")?));
        }
        Ok(Exclusions(all))
    }

    /// Writes the checks that an attribute does not occur with an attribute that it excludes. Type attributes are not
    /// checked.
    pub(super) fn push(
        &self,
        attr: Rec<'a>,
        out: &mut Output,
        merges: &mut Merges,
    ) -> Result<(), Fatal> {
        if attr.is_a("TypeAttr") {
            return Ok(());
        }
        let (mut others, mut sources) = (Vec::new(), vec![attr]);
        for (rec, list) in self.0.iter().filter(|(_, list)| list.contains(&attr)) {
            let names = list.iter().filter(|it| **it != attr);
            others.extend(names.map(|it| format!("{}Attr", it.name())));
            sources.push(*rec);
        }
        if others.is_empty() {
            return Ok(());
        }
        out.sources(|| sources.iter().copied());
        out.push("  using ParsedAttrInfo::diagMutualExclusion;\n\n");
        let is_of_both = changes::is_of_declarations_and_statements(attr);
        let is_of_statements = attr.is_a("StmtAttr") || is_of_both;
        if !is_of_statements || is_of_both {
            push_check(&others, out);
            if attr.is_a("InheritableAttr") {
                push_declaration_merge(attr, &others, &sources, &mut merges.of_declarations);
            }
        }
        if is_of_statements {
            push_statement_merge(attr, &others, &sources, &mut merges.of_statements);
        }
        out.source(attr);
        Ok(())
    }
}

fn push_check(others: &[String], out: &mut Output) {
    out.push(
        "  bool diagMutualExclusion(Sema &S, const ParsedAttr &AL, const Decl *D) const override {\n",
    );
    for other in others {
        write!(
            out,
            "    if (const auto *A = D->getAttr<{other}>()) {{
      S.Diag(AL.getLoc(), diag::err_attributes_are_not_compatible) << AL << A \
             << (AL.isRegularKeywordAttribute() || A->isRegularKeywordAttribute());
      S.Diag(A->getLocation(), diag::note_conflicting_attribute);      \nreturn false;
    }}
"
        );
    }
    out.push("    return true;\n  }\n\n");
}

fn push_declaration_merge(attr: Rec, others: &[String], sources: &[Rec], out: &mut Output) {
    let mut text = format!(
        "  if (const auto *Second = dyn_cast<{}Attr>(A)) {{\n",
        attr.name()
    );
    for other in others {
        text += &format!(
            "    if (const auto *First = D->getAttr<{other}>()) {{
      S.Diag(First->getLocation(), diag::err_attributes_are_not_compatible) << First << Second \
             << (First->isRegularKeywordAttribute() || Second->isRegularKeywordAttribute());
      S.Diag(Second->getLocation(), diag::note_conflicting_attribute);
      return false;
    }}
"
        );
    }
    text += "    return true;\n  }\n";
    out.push_from(sources, &text);
}

fn push_statement_merge(attr: Rec, others: &[String], sources: &[Rec], out: &mut Output) {
    let text = format!(
        "    if (const auto *Second = dyn_cast<{}Attr>(A)) {{
      auto Iter = llvm::find_if(C, [](const Attr *Check) {{ return isa<{}>(Check); }});
      if (Iter != C.end()) {{
        S.Diag((*Iter)->getLocation(), diag::err_attributes_are_not_compatible) << *Iter << Second \
         << ((*Iter)->isRegularKeywordAttribute() || Second->isRegularKeywordAttribute());
        S.Diag(Second->getLocation(), diag::note_conflicting_attribute);
        return false;
      }}
    }}
",
        attr.name(),
        others.join(", ")
    );
    out.push_from(sources, &text);
}
