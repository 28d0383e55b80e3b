//! `-gen-asm-matcher`: the tables and functions that match a line of assembly with instructions.

mod changes;
mod class_tables;
mod classes;
mod conversion;
mod custom;
mod mnemonics;
mod names;
mod registers;
mod tables;
mod template;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use backend::text::push_header;
use backend::{Backend, BackendOption, Context, Fatal, Output, Rec, Records};
use target_model::instructions::Instruction;
use target_model::matcher::{MatchClass, MatchClassId, Matchable, Matcher, ParserDef};

use crate::assembler_predicates;
use custom::CustomOperands;
use template::Template;

const PARSER: BackendOption = BackendOption::uint(
    "asmparsernum",
    "Which assembly parser to emit (-gen-asm-matcher)",
);
const PREFIX: BackendOption = BackendOption::text(
    "match-prefix",
    "Only match instructions with this prefix (-gen-asm-matcher)",
);

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-asm-matcher",
    "Define tables and functions that find out which instruction a line of assembly is",
    &["Instruction", "Target"],
    write,
)
.options(&[PARSER, PREFIX]);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let emitter = Emitter::read(cx)?;
    push_header(out, "Assembly Matcher Source Fragment", cx.records);
    emitter.push_all(out)
}

/// The inputs that all parts of the output share.
struct Emitter<'a> {
    cx: &'a Context<'a>,
    records: &'a Records,
    matcher: Arc<Matcher>,
    parser: ParserDef<'a>,
    /// Whether the option `-match-prefix` is given. If so, only instructions whose names start with the prefix are
    /// included.
    has_prefix: bool,
    /// The name of the C++ class that the functions belong to.
    class: String,
    /// The C++ enumerator of each operand class, by the class's id.
    class_names: Vec<String>,
    custom: CustomOperands,
    has_optional_operands: bool,
}

impl<'a> Emitter<'a> {
    fn read(cx: &'a Context<'a>) -> Result<Emitter<'a>, Fatal> {
        let number = cx.options.uint(&PARSER) as usize;
        let prefix = cx.options.text(&PREFIX);
        let matcher = match (number, prefix) {
            (0, "") => cx.model::<Matcher>()?,
            _ => Arc::new(Matcher::read(cx, number, prefix)?),
        };
        let parser = ParserDef(cx.records.rec(matcher.parser));
        let class = format!("{}{}", matcher.target.name, matcher.class_name);
        let class_names = matcher.classes.all.iter().map(names::of_class);
        let has_optional_operands = matcher.classes.all.iter().any(|it| it.is_optional);
        Ok(Emitter {
            cx,
            records: cx.records,
            parser,
            has_prefix: !prefix.is_empty(),
            class,
            class_names: class_names.collect(),
            custom: CustomOperands::find(&matcher, parser.parses_all_operands()?),
            has_optional_operands,
            matcher,
        })
    }

    fn target(&self) -> &str {
        &self.matcher.target.name
    }

    fn class(&self, id: MatchClassId) -> &MatchClass {
        &self.matcher.classes.all[id]
    }

    fn class_name(&self, id: MatchClassId) -> &str {
        &self.class_names[id.0 as usize]
    }

    /// All operand classes, in the order of their C++ enumerators.
    fn classes(&self) -> impl Iterator<Item = (MatchClassId, &MatchClass)> {
        let sorted = self.matcher.classes.sorted().iter();
        sorted.map(|it| (*it, self.class(*it)))
    }

    /// The instruction that a matchable creates.
    fn result(&self, matchable: &Matchable) -> &Instruction {
        self.matcher.instructions.get(matchable.result)
    }

    fn rec(&self, matchable: &Matchable) -> Rec<'a> {
        self.records.rec(matchable.rec)
    }

    /// Source map: the text that follows comes from the records that define an operand class.
    fn of_class(&self, out: &mut Output, id: MatchClassId) {
        out.sources(|| {
            let sources = self.class(id).sources.iter();
            sources.copied()
        });
    }

    /// A template with the conditions and values that all templates share.
    fn template<'t>(&'t self, text: &'t str) -> Template<'t> {
        Template::new(text)
            .with('n', self.matcher.reports_near_misses)
            .with('o', self.has_optional_operands)
            .with('f', self.matcher.mnemonic_first)
            .with('p', !self.custom.list.is_empty())
            .with('v', !self.matcher.variants.is_empty())
            .value("class", self.class.as_str())
            .value("target", self.target())
            .from([self.parser.0, self.records.rec(self.matcher.target.rec)])
    }

    fn push_all(&self, out: &mut Output) -> Result<(), Fatal> {
        self.template(include_str!("asm_matcher/templates/declarations.txt"))
            .push(out);
        out.push("\n#ifdef GET_OPERAND_DIAGNOSTIC_TYPES\n#undef GET_OPERAND_DIAGNOSTIC_TYPES\n\n");
        classes::push_diagnostic_types(self, out);
        out.push(
            "#endif // GET_OPERAND_DIAGNOSTIC_TYPES\n\n\n\
             #ifdef GET_REGISTER_MATCHER\n#undef GET_REGISTER_MATCHER\n\n",
        );
        let predicates = &self.matcher.predicates;
        assembler_predicates::push_enum(out, self.records, predicates);
        registers::push(self, out)?;
        out.push(
            "#endif // GET_REGISTER_MATCHER\n\n\n\
             #ifdef GET_SUBTARGET_FEATURE_NAME\n#undef GET_SUBTARGET_FEATURE_NAME\n\n",
        );
        assembler_predicates::push_names(out, self.records, predicates)?;
        out.push(
            "#endif // GET_SUBTARGET_FEATURE_NAME\n\n\n\
             #ifdef GET_MATCHER_IMPLEMENTATION\n#undef GET_MATCHER_IMPLEMENTATION\n\n",
        );
        let has_aliases = mnemonics::push_aliases(self, out)?;
        let conversions = conversion::push(self, out)?;
        classes::push(self, out)?;
        assembler_predicates::push_available(
            out,
            self.records,
            predicates,
            self.target(),
            &format!(
                "FeatureBitset {}::\nComputeAvailableFeatures(const FeatureBitset &FB) const",
                self.class
            ),
        )?;
        if !self.matcher.reports_near_misses {
            self.template(include_str!("asm_matcher/templates/tied_operands.txt"))
                .push(out);
        }
        tables::push(self, out, &conversions, has_aliases)?;
        out.push("#endif // GET_MATCHER_IMPLEMENTATION\n\n");
        self.template(include_str!("asm_matcher/templates/mnemonic_functions.txt"))
            .with('a', has_aliases)
            .value("variants", tables::variant_cases(self))
            .from(tables::variant_sources(self))
            .push(out);
        Ok(())
    }
}
