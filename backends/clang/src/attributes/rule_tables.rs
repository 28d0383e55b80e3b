//! `-gen-clang-attr-subject-match-rule-list`, `-gen-clang-attr-subject-match-rules-parser-string-switches`,
//! `-gen-clang-test-pragma-attribute-supported-attributes`: the rules of `#pragma clang attribute`.

use backend::text::push_header;
use backend::{Backend, Context, Fatal, Output};

use super::list::push_default_macro;
use super::parsed::Parsed;
use super::pragma::{Matching, Rule, Rules};

pub(crate) const ATTR_SUBJECT_MATCH_RULE_LIST: Backend = Backend::clang(
    "gen-clang-attr-subject-match-rule-list",
    "List the rules that match subjects of attributes",
    &["Attr", "Spelling"],
    rule_list,
);

fn rule_list(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let description = "List of all attribute subject matching rules that Clang recognizes";
    push_header(out, description, cx.records);
    let rules = Rules::read(cx.records)?;
    push_default_macro(out, "ATTR_MATCH_RULE", None);
    out.push(
        "#ifndef ATTR_MATCH_SUB_RULE
#define ATTR_MATCH_SUB_RULE(Value, Spelling, IsAbstract, Parent, IsNegated) \
         ATTR_MATCH_RULE(Value, Spelling, IsAbstract)
#endif
",
    );
    for &rule in &rules.all {
        out.sources(|| rule.records());
        let sub = if rule.part.is_some() { "SUB_" } else { "" };
        let (enumerator, spelling) = (rule.enumerator()?, rule.spelling()?);
        let is_abstract = u8::from(rule.is_abstract()?);
        write!(
            out,
            "ATTR_MATCH_{sub}RULE({enumerator}, \"{spelling}\", {is_abstract}"
        );
        if rule.part.is_some() {
            let whole = Rule { part: None, ..rule }.enumerator()?;
            write!(out, ", attr::{whole}, {}", u8::from(rule.is_negated()?));
        }
        out.push(")\n");
    }
    out.no_source();
    out.push("#undef ATTR_MATCH_SUB_RULE\n#undef ATTR_MATCH_RULE\n");
    Ok(())
}

pub(crate) const ATTR_SUBJECT_MATCH_RULES_PARSER_STRING_SWITCHES: Backend = Backend::clang(
    "gen-clang-attr-subject-match-rules-parser-string-switches",
    "Find the rules that match subjects of attributes",
    &["Attr", "Spelling"],
    rule_switches,
);

fn rule_switches(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let rules = Rules::read(cx.records)?.all;
    out.push(
        "std::optional<attr::SubjectMatchRule> \
         defaultIsAttributeSubjectMatchSubRuleFor(StringRef, bool) {
  return std::nullopt;
}

",
    );
    // Each rule that has parts, with these parts. Several rules may share the record of a part.
    let mut groups: Vec<(Rule, Vec<Rule>)> = Vec::new();
    for &rule in rules.iter().filter(|it| it.part.is_some()) {
        match groups.last_mut() {
            Some((whole, parts)) if whole.whole == rule.whole => parts.push(rule),
            _ => groups.push((Rule { part: None, ..rule }, vec![rule])),
        }
    }
    for (whole, parts) in &groups {
        push_parts_switch(out, *whole, parts)?;
    }
    push_rules_switch(out, &rules, |rule| {
        groups.iter().any(|(it, _)| it.whole == rule.whole)
    })?;
    push_valid_parts(out, &groups)
}

/// Writes the function that finds a part of the rule `whole` by the name of the part.
fn push_parts_switch(out: &mut Output, whole: Rule, parts: &[Rule]) -> Result<(), Fatal> {
    const SWITCH: &str =
        "return llvm::StringSwitch<std::optional<attr::SubjectMatchRule>>(Name).\n";
    out.source(whole.whole);
    write!(
        out,
        "std::optional<attr::SubjectMatchRule> isAttributeSubjectMatchSubRuleFor_{}\
         (StringRef Name, bool IsUnless) {{\n  if (IsUnless)\n    {SWITCH}",
        whole.whole.string("Name")?
    );
    for (is_negated, indent) in [(true, "    "), (false, "  ")] {
        for &rule in parts {
            if rule.is_negated()? == is_negated {
                out.sources(|| rule.records());
                let (name, enumerator) = (rule.rec().string("Name")?, rule.enumerator()?);
                writeln!(out, "{indent}Case(\"{name}\", attr::{enumerator}).");
            }
        }
        out.source(whole.whole);
        writeln!(out, "{indent}Default(std::nullopt);");
        if is_negated {
            write!(out, "  {SWITCH}");
        }
    }
    out.push("}\n\n");
    out.no_source();
    Ok(())
}

/// Writes the function that finds a whole rule by its name.
fn push_rules_switch(
    out: &mut Output,
    rules: &[Rule],
    has_parts: impl Fn(&Rule) -> bool,
) -> Result<(), Fatal> {
    out.push(
        "std::pair<std::optional<attr::SubjectMatchRule>, \
         std::optional<attr::SubjectMatchRule> (*)(StringRef, bool)> \
         isAttributeSubjectMatchRule(StringRef Name) {
  return llvm::StringSwitch<std::pair<std::optional<attr::SubjectMatchRule>, \
         std::optional<attr::SubjectMatchRule> (*) (StringRef, bool)>>(Name).
",
    );
    for rule in rules.iter().filter(|it| it.part.is_none()) {
        out.source(rule.whole);
        let name = rule.whole.string("Name")?;
        let function = if has_parts(rule) {
            format!("isAttributeSubjectMatchSubRuleFor_{name}")
        } else {
            "defaultIsAttributeSubjectMatchSubRuleFor".to_owned()
        };
        writeln!(
            out,
            "  Case(\"{name}\", std::make_pair(attr::{}, {function})).",
            rule.enumerator()?
        );
    }
    out.no_source();
    out.push(
        "  Default(std::make_pair(std::nullopt, defaultIsAttributeSubjectMatchSubRuleFor));
}

",
    );
    Ok(())
}

/// Writes the function that returns the spellings of a rule's parts, as one string.
fn push_valid_parts(out: &mut Output, groups: &[(Rule, Vec<Rule>)]) -> Result<(), Fatal> {
    out.push(
        "const char *validAttributeSubjectMatchSubRules(attr::SubjectMatchRule Rule) {
  switch (Rule) {
",
    );
    for (whole, parts) in groups {
        out.sources(|| {
            [whole.whole]
                .into_iter()
                .chain(parts.iter().filter_map(|it| it.part))
        });
        let mut spellings = Vec::new();
        for part in parts {
            spellings.push(format!("'{}'", part.part_spelling()?));
        }
        write!(
            out,
            "  case attr::{}:\n  return \"{}\";\n",
            whole.enumerator()?,
            spellings.join(", ")
        );
    }
    out.no_source();
    out.push("  default: return nullptr;\n  }\n}\n\n");
    Ok(())
}

pub(crate) const TEST_PRAGMA_ATTRIBUTE_SUPPORTED_ATTRIBUTES: Backend = Backend::clang(
    "gen-clang-test-pragma-attribute-supported-attributes",
    "List the attributes that a pragma can apply",
    &["Attr", "Spelling"],
    supported_by_pragma,
);

fn supported_by_pragma(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let rules = Rules::read(cx.records)?;
    let parsed = Parsed::handled(cx.records)?;
    out.push("#pragma clang attribute supports the following attributes:\n");
    for kind in &parsed.kinds {
        let attr = kind.attr;
        if !rules.support(attr)? {
            continue;
        }
        let matching = if attr.is_unset("Subjects") {
            Vec::new()
        } else {
            rules.of_subjects(attr)?
        };
        out.sources(|| {
            let rules = matching.iter().flat_map(|it| it.rules());
            [attr].into_iter().chain(rules.flat_map(|it| it.records()))
        });
        let mut names = Vec::new();
        for matching in &matching {
            let of_one = matching.rules().iter().map(|it| it.enumerator());
            let of_one = of_one.collect::<Result<Vec<_>, _>>()?.join(", ");
            names.push(match matching {
                Matching::One(_) => of_one,
                Matching::Derived(_) => format!("({of_one})"),
            });
        }
        writeln!(out, "{} ({})", kind.name, names.join(", "));
    }
    out.no_source();
    out.push("End of supported attributes.\n");
    Ok(())
}
