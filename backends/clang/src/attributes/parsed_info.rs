//! `-gen-clang-attr-parsed-attr-impl`: describes each kind of attribute for Clang's semantic analysis.

mod exclusions;
mod subjects;

use backend::text::push_header;
use backend::{Backend, Context, Fatal, Output, Rec};

use super::argument::Argument;
use super::attr_class::last_class;
use super::parsed::{AttributeKind, Parsed};
use super::pragma::{Rules, language_test};
use super::spelling::{SemanticSpellings, Spelling, are_semantic};
use super::target::TargetTest;
use exclusions::{Exclusions, Merges};

pub(crate) const BACKEND: Backend = Backend::clang(
    "gen-clang-attr-parsed-attr-impl",
    "Describe the kinds of parsed attributes",
    &["Attr", "Spelling"],
    write,
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header(out, "Parsed attribute helpers", cx.records);
    out.push("#if !defined(WANT_DECL_MERGE_LOGIC) && !defined(WANT_STMT_MERGE_LOGIC)\n");
    let rules = Rules::read(cx.records)?;
    let parsed = Parsed::handled(cx.records)?;
    subjects::push_tests(&parsed, out)?;
    let mut merges = Merges::new(out);
    if !parsed.kinds.is_empty() {
        let exclusions = Exclusions::read(cx.records)?;
        let tables = Tables {
            cx,
            rules: &rules,
            parsed: &parsed,
            exclusions: &exclusions,
        };
        for kind in &parsed.kinds {
            out.source(kind.attr);
            tables.push_info(kind, out, &mut merges)?;
        }
        out.no_source();
    }
    out.push("static const ParsedAttrInfo *AttrInfoMap[] = {\n");
    for kind in &parsed.kinds {
        out.of(kind.attr, |out| {
            writeln!(out, "&ParsedAttrInfo{}::Instance,", kind.name)
        });
    }
    out.push("};\n\n");
    push_delayed(&parsed, out)?;
    subjects::push_rules(&rules, out)?;
    out.push(
        "#elif defined(WANT_DECL_MERGE_LOGIC)

static bool DiagnoseMutualExclusions(Sema &S, const NamedDecl *D, const Attr *A) {
",
    );
    out.append(merges.of_declarations);
    out.push(
        "  return true;
}

#elif defined(WANT_STMT_MERGE_LOGIC)

static bool DiagnoseMutualExclusions(Sema &S, const SmallVectorImpl<const Attr *> &C) {
  for (const Attr *A : C) {
",
    );
    out.append(merges.of_statements);
    out.push("  }\n  return true;\n}\n\n#endif\n");
    Ok(())
}

/// The data that is needed to write any kind of attribute.
struct Tables<'t, 'a> {
    cx: &'t Context<'a>,
    rules: &'t Rules<'a>,
    parsed: &'t Parsed<'a>,
    exclusions: &'t Exclusions<'a>,
}

impl<'a> Tables<'_, 'a> {
    /// Writes the class for a kind of attribute, and the single object of this class.
    fn push_info(
        &self,
        kind: &AttributeKind<'a>,
        out: &mut Output,
        merges: &mut Merges,
    ) -> Result<(), Fatal> {
        let AttributeKind { name, attr } = kind;
        let attr = *attr;
        let spellings = Spelling::all(attr)?;
        push_spellings(name, &spellings, out);
        let arg_names = arg_names(attr)?;
        if !arg_names.is_empty() {
            writeln!(out, "static constexpr const char *{name}ArgNames[] = {{");
            arg_names.iter().for_each(|it| write!(out, "\"{it}\","));
            out.push("};\n");
        }
        write!(
            out,
            "struct ParsedAttrInfo{name} final : public ParsedAttrInfo {{
  constexpr ParsedAttrInfo{name}() : ParsedAttrInfo(
    /*AttrKind=*/ParsedAttr::AT_{name},
"
        );
        push_arg_counts(attr, out)?;
        let mut flag = |name: &str, value: bool| {
            writeln!(out, "    /*{name}=*/{},", u8::from(value));
        };
        flag("HasCustomParsing", attr.bit("HasCustomParsing")?);
        flag("AcceptsExprPack", attr.bit("AcceptsExprPack")?);
        flag("IsTargetSpecific", attr.is_a("TargetSpecificAttr"));
        flag(
            "IsType",
            attr.is_a("TypeAttr") || attr.is_a("DeclOrTypeAttr"),
        );
        flag(
            "IsStmt",
            attr.is_a("StmtAttr") || attr.is_a("DeclOrStmtAttr"),
        );
        flag("IsKnownToGCC", spellings.iter().any(|it| it.known_to_gcc));
        flag("IsSupportedByPragmaAttribute", self.rules.support(attr)?);
        let list = |is_empty: bool, list: &str| {
            if is_empty {
                "{}".to_owned()
            } else {
                format!("{name}{list}")
            }
        };
        write!(
            out,
            "    /*Spellings=*/{},\n    /*ArgNames=*/{}) {{}}\n",
            list(spellings.is_empty(), "Spellings"),
            list(arg_names.is_empty(), "ArgNames")
        );
        subjects::push_checks(self.cx, attr, out)?;
        self.exclusions.push(attr, out, merges)?;
        self.push_languages(attr, out)?;
        self.push_targets(attr, out)?;
        push_spelling_targets(attr, &spellings, out)?;
        push_semantic_spelling(attr, &spellings, out)?;
        self.push_pragma_rules(attr, out)?;
        push_handler(attr, out)?;
        push_is_expression(attr, out)?;
        write!(
            out,
            "static const ParsedAttrInfo{name} Instance;
}};
const ParsedAttrInfo{name} ParsedAttrInfo{name}::Instance;
"
        );
        Ok(())
    }

    /// Writes the function that checks the language options, if the attribute depends on them.
    fn push_languages(&self, attr: Rec, out: &mut Output) -> Result<(), Fatal> {
        let languages = attr.list_of_defs("LangOpts")?;
        if !languages.is_empty() {
            let test = language_test(self.cx, &languages)?;
            write!(
                out,
                "bool acceptsLangOpts(const LangOptions &LangOpts) const override {{\n  \
                 return {test};\n}}\n\n"
            );
        }
        Ok(())
    }

    /// For a target-specific attribute, writes the function that checks the target. The architectures of all attributes
    /// of the same kind are accepted.
    fn push_targets(&self, attr: Rec<'a>, out: &mut Output) -> Result<(), Fatal> {
        if !attr.is_a("TargetSpecificAttr") {
            return Ok(());
        }
        let target = attr.def("Target")?;
        let mut arches = target.list_of_strings("Arches")?;
        let mut sources = vec![attr];
        if !attr.is_unset("ParseKind") {
            let kind = attr.string("ParseKind")?;
            for other in self.parsed.others_of(&kind) {
                arches.extend(other.def("Target")?.list_of_strings("Arches")?);
                sources.push(other);
            }
        }
        let test = TargetTest::with_arches(target, &arches)?;
        out.sources(|| sources);
        out.push("bool existsInTarget(const TargetInfo &Target) const override {\n");
        push_target_test(&test.code, test.checks, out);
        out.source(attr);
        Ok(())
    }

    /// Writes the function that returns the subject match rules with which `#pragma clang attribute` may apply the
    /// attribute. Nothing is written if the pragma does not support the attribute or the attribute has no subjects.
    fn push_pragma_rules(&self, attr: Rec<'a>, out: &mut Output) -> Result<(), Fatal> {
        if !self.rules.support(attr)? || attr.is_unset("Subjects") {
            return Ok(());
        }
        out.push(
            "void getPragmaAttributeMatchRules(\
             llvm::SmallVectorImpl<std::pair<attr::SubjectMatchRule, bool>> &MatchRules, \
             const LangOptions &LangOpts) const override {\n",
        );
        for matching in self.rules.of_subjects(attr)? {
            for rule in matching.rules() {
                let languages = rule.languages()?;
                let (rule_name, test) = (rule.enumerator()?, language_test(self.cx, &languages)?);
                out.sources(|| [attr].into_iter().chain(rule.records()));
                writeln!(
                    out,
                    "  MatchRules.push_back(std::make_pair(attr::{rule_name}, \
                     /*IsSupported=*/{test}));"
                );
            }
        }
        out.source(attr);
        out.push("}\n\n");
        Ok(())
    }
}

fn push_spellings(name: &str, spellings: &[Spelling], out: &mut Output) {
    if spellings.is_empty() {
        return;
    }
    writeln!(
        out,
        "static constexpr ParsedAttrInfo::Spelling {name}Spellings[] = {{"
    );
    for spelling in spellings {
        let (variety, scoped) = (&spelling.variety, spelling.scoped_name());
        writeln!(
            out,
            "  {{AttributeCommonInfo::AS_{variety}, \"{scoped}\"}},"
        );
    }
    out.push("};\n");
}

fn arg_names(attr: Rec) -> Result<Vec<String>, Fatal> {
    let mut names = Vec::new();
    for arg in attr.list_of_defs("Args")? {
        if arg.bit_or_unset("Fake")? == Some(true) {
            continue;
        }
        let mut name = arg.string("Name")?.into_owned();
        if arg
            .superclasses()
            .any(|it| it.name().starts_with("Variadic"))
        {
            name += "...";
        }
        names.push(name);
    }
    Ok(names)
}

/// Writes the numbers of required and optional arguments. With a variadic argument, the number of optional arguments is
/// unlimited. Fake arguments do not count.
fn push_arg_counts(attr: Rec, out: &mut Output) -> Result<(), Fatal> {
    /// The largest value of Clang's bit field. In Clang, this value means that the number is unlimited.
    const MOST: usize = 15;
    let (mut required, mut optional, mut is_variadic) = (0, 0, false);
    for arg in attr.list_of_defs("Args")? {
        if arg.bit("Fake")? {
            continue;
        }
        *if arg.bit("Optional")? {
            &mut optional
        } else {
            &mut required
        } += 1;
        is_variadic = is_variadic || Argument::read(arg, attr.name())?.is_variadic();
    }
    let members = required + optional;
    let optional = if is_variadic { MOST } else { optional };
    write!(
        out,
        "    /*NumArgs=*/{required},\n    /*OptArgs=*/{optional},\n    \
         /*NumArgMembers=*/{members},\n"
    );
    Ok(())
}

/// Writes the rest of a function that returns the result of `test`. If `checks` is true, the test uses the target
/// triple.
fn push_target_test(test: &str, checks: bool, out: &mut Output) {
    if checks {
        out.push("  const llvm::Triple &T = Target.getTriple(); (void)T;\n");
    }
    write!(out, "  return {test};\n}}\n\n");
}

/// Writes the function that checks the target for the spellings that only some targets have.
fn push_spelling_targets(attr: Rec, spellings: &[Spelling], out: &mut Output) -> Result<(), Fatal> {
    let targeted = attr.list_of_defs("TargetSpecificSpellings")?;
    if targeted.is_empty() {
        return Ok(());
    }
    let (mut tests, mut checks) = (Vec::new(), false);
    for targeted in targeted {
        let mut test = "((SpellingListIndex == ".to_owned();
        let own = Spelling::all(targeted)?;
        for (at, spelling) in own.iter().enumerate() {
            test += &spelling.index_in(spellings, targeted)?.to_string();
            test += if at + 1 == own.len() {
                ") && "
            } else {
                " ||\n    SpellingListIndex == "
            };
        }
        let target = TargetTest::read(targeted.def("Target")?)?;
        checks |= target.checks;
        tests.push(test + &target.code + ")");
    }
    out.push(
        "bool spellingExistsInTarget(const TargetInfo &Target,
                            const unsigned SpellingListIndex) const override {
",
    );
    push_target_test(&tests.join(" || "), checks, out);
    Ok(())
}

/// Writes the function that converts the index of a spelling to a semantic spelling of the attribute's class, if there
/// is a class and Clang must distinguish the spellings.
fn push_semantic_spelling(
    attr: Rec,
    spellings: &[Spelling],
    out: &mut Output,
) -> Result<(), Fatal> {
    if attr.bit("ASTNode")? && are_semantic(spellings) {
        let semantic = SemanticSpellings::new(spellings);
        write!(
            out,
            "unsigned spellingIndexToSemanticSpelling(const ParsedAttr &Attr) const override {{
{}  unsigned Idx = Attr.getAttributeSpellingListIndex();
{}}}

",
            semantic.declaration(),
            semantic.switch("Idx")
        );
    }
    Ok(())
}

/// Writes the handler of an attribute if the handler only adds a new attribute object to the declaration.
fn push_handler(attr: Rec, out: &mut Output) -> Result<(), Fatal> {
    if attr.bit("SimpleHandler")? {
        write!(
            out,
            "AttrHandling handleDeclAttribute(Sema &S, Decl *D,const ParsedAttr &Attr) const override {{
  D->addAttr(::new (S.Context) {}Attr(S.Context, Attr));
  return AttributeApplied;
}}

",
            attr.name()
        );
    }
    Ok(())
}

fn push_is_expression(attr: Rec, out: &mut Output) -> Result<(), Fatal> {
    out.push("bool isParamExpr(size_t N) const override {\n  return ");
    for (at, arg) in attr.list_of_defs("Args")?.into_iter().enumerate() {
        if matches!(last_class(arg), "ExprArgument" | "VariadicExprArgument") {
            write!(out, "(N == {at}) || ");
        }
    }
    out.push("false;\n}\n\n");
    Ok(())
}

/// Writes the function that creates attributes whose arguments contain packs.
fn push_delayed(parsed: &Parsed, out: &mut Output) -> Result<(), Fatal> {
    out.push(
        "static void handleAttrWithDelayedArgs(Sema &S, Decl *D, const ParsedAttr &Attr) {
  SmallVector<Expr *, 4> ArgExprs;
  ArgExprs.reserve(Attr.getNumArgs());
  for (unsigned I = 0; I < Attr.getNumArgs(); ++I) {
    assert(!Attr.isArgIdent(I));
    ArgExprs.push_back(Attr.getArgAsExpr(I));
  }
  clang::Attr *CreatedAttr = nullptr;
  switch (Attr.getKind()) {
  default:
    llvm_unreachable(\"Attribute cannot hold delayed arguments.\");
",
    );
    for AttributeKind { name, attr } in &parsed.kinds {
        if attr.bit("AcceptsExprPack")? {
            out.source(*attr);
            write!(
                out,
                "  case ParsedAttr::AT_{name}: {{
    CreatedAttr = {}Attr::CreateWithDelayedArgs(S.Context, ArgExprs.data(), ArgExprs.size(), Attr);
    break;
  }}
",
                attr.name()
            );
        }
    }
    out.no_source();
    out.push("  }\n  D->addAttr(CreatedAttr);\n}\n\n");
    Ok(())
}
