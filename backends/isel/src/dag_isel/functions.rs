//! The C++ functions that a table refers to by number, and the functions that call them.

use backend::{Output, Records};
use pattern_model::{ComplexPattern, OperatorKind, Patterns, Properties, Transform, TransformId};

use super::changes;
use super::numbering::{Group, Numbering};

/// A function in the generated code.
pub(super) struct Function<'a> {
    pub result: &'a str,
    pub declaration: &'a str,
    pub overrides: bool,
}

/// Writes the declaration and the definition of a function.
pub(super) fn push_function(
    out: &mut Output,
    function: &Function,
    push_body: impl FnOnce(&mut Output),
) {
    let Function {
        result,
        declaration,
        overrides,
    } = function;
    let specifier = if *overrides { " override" } else { "" };
    write!(
        out,
        "#ifdef GET_DAGISEL_DECL\n{result} {declaration}{specifier};\n#endif\n\
         #if defined(GET_DAGISEL_BODY) || DAGISEL_INLINE\n\
         {result} DAGISEL_CLASS_COLONCOLON {declaration}\n"
    );
    if *overrides {
        out.push("#if DAGISEL_INLINE\n  override\n#endif\n");
    }
    push_body(out);
    out.push("#endif // GET_DAGISEL_BODY\n\n");
}

/// Writes the functions that a table refers to.
pub(super) struct Functions<'a> {
    pub records: &'a Records,
    pub patterns: &'a Patterns,
    pub numbering: &'a Numbering,
    pub transforms: &'a [TransformId],
    pub comments: bool,
    pub covers: bool,
}

impl Functions<'_> {
    pub(super) fn push(&self, out: &mut Output) {
        self.push_pattern_predicates(out);
        let [without, with] = &self.numbering.predicates;
        let functions = changes::predicate_functions(self.records.release());
        self.push_predicates(out, without, functions[0]);
        self.push_predicates(out, with, functions[1]);
        self.push_complex_patterns(out);
        self.push_transforms(out);
    }

    fn push_pattern_predicates(&self, out: &mut Output) {
        let predicates = &self.numbering.pattern_predicates;
        if predicates.is_empty() {
            return;
        }
        let declaration = "CheckPatternPredicate(unsigned PredNo) const";
        push_switch(out, "bool", declaration, &PREDICATES, |out| {
            for (number, (code, pattern)) in predicates.iter().enumerate() {
                out.sources(|| {
                    let pattern = &self.patterns.list[*pattern];
                    let predicates = pattern.predicate_records(self.records);
                    [self.records.rec(pattern.rec)]
                        .into_iter()
                        .chain(predicates)
                });
                writeln!(out, "  case {number}: return {};", code.as_str());
            }
            out.no_source();
        });
    }

    fn push_predicates(&self, out: &mut Output, groups: &[Group], declaration: &str) {
        if groups.is_empty() {
            return;
        }
        push_switch(out, "bool", declaration, &PREDICATES, |out| {
            for (number, group) in groups.iter().enumerate() {
                let fragments = || {
                    let fragments = group.fragments.iter();
                    fragments.map(|it| &self.patterns.fragments[*it])
                };
                let sources = || fragments().map(|it| self.records.rec(it.rec));
                out.sources(sources);
                writeln!(out, "  case {number}: {{");
                for fragment in fragments() {
                    writeln!(out, "    // Predicate_{}", fragment.name(self.records));
                }
                writeln!(out, "{}\n  }}", group.code);
            }
            out.no_source();
        });
    }

    fn push_complex_patterns(&self, out: &mut Output) {
        let patterns = &self.numbering.complex_patterns;
        if patterns.is_empty() {
            return;
        }
        let function = Function {
            result: "bool",
            declaration: "CheckComplexPattern(SDNode *Root, SDNode *Parent,\n      \
                          SDValue N, unsigned PatternNo,\n      \
                          SmallVectorImpl<std::pair<SDValue, SDNode *>> &Result)",
            overrides: true,
        };
        push_function(out, &function, |out| {
            out.push(
                "{\n  unsigned NextRes = Result.size();\n  switch (PatternNo) {\n  \
                 default: llvm_unreachable(\"Invalid pattern # in table?\");\n",
            );
            for (number, id) in patterns.iter().enumerate() {
                let pattern = &self.patterns.complex_patterns[*id];
                out.of(self.records.rec(pattern.rec), |out| {
                    writeln!(out, "  case {number}:");
                    self.push_complex_pattern(out, pattern);
                });
            }
            out.push("  }\n}\n");
        });
    }

    fn push_complex_pattern(&self, out: &mut Output, pattern: &ComplexPattern) {
        let results =
            pattern.operands + usize::from(pattern.properties.contains(Properties::HAS_CHAIN));
        if self.covers {
            out.push("  {\n");
        }
        writeln!(out, "    Result.resize(NextRes+{results});");
        let start = if self.covers {
            "    bool Succeeded ="
        } else {
            "  return"
        };
        write!(out, "{start} {}(", pattern.function);
        if pattern.properties.contains(Properties::WANT_ROOT) {
            out.push("Root, ");
        }
        if pattern.properties.contains(Properties::WANT_PARENT) {
            out.push("Parent, ");
        }
        out.push("N");
        for result in 0..results {
            write!(out, ", Result[NextRes+{result}].first");
        }
        out.push(");\n");
        if self.covers {
            write!(
                out,
                "    if (Succeeded)\n       \
                 dbgs() << \"\\nCOMPLEX_PATTERN: {}\\n\" ;\n    \
                 return Succeeded;\n    }}\n",
                pattern.function
            );
        }
    }

    /// The C++ class of a transform's parameter.
    fn class_of(&self, transform: &Transform) -> &str {
        match self.patterns.operator(transform.node).map(|it| it.kind) {
            Some(OperatorKind::SdNode(id)) => &self.patterns.sd_nodes[id].class,
            _ => "SDNode",
        }
    }

    fn push_transforms(&self, out: &mut Output) {
        if self.transforms.is_empty() {
            return;
        }
        let declaration = "RunSDNodeXForm(SDValue V, unsigned XFormNo)";
        push_switch(out, "SDValue", declaration, &TRANSFORMS, |out| {
            for (number, id) in self.transforms.iter().enumerate() {
                let transform = &self.patterns.transforms[*id];
                let rec = self.records.rec(transform.rec);
                out.sources(|| [rec, self.records.rec(transform.node)]);
                write!(out, "  case {number}: {{  ");
                if self.comments {
                    write!(out, "// {}", rec.name());
                }
                out.push("\n");
                match self.class_of(transform) {
                    "SDNode" => out.push("    SDNode *N = V.getNode();\n"),
                    class => writeln!(out, "    {class} *N = cast<{class}>(V.getNode());"),
                }
                writeln!(out, "{}\n  }}", transform.code);
            }
            out.no_source();
        });
    }
}

/// The names in a C++ `switch` over numbers: the variable, and what the numbers denote.
struct Numbers {
    variable: &'static str,
    kind: &'static str,
}

const PREDICATES: Numbers = Numbers {
    variable: "PredNo",
    kind: "predicate",
};

const TRANSFORMS: Numbers = Numbers {
    variable: "XFormNo",
    kind: "xform #",
};

fn push_switch(
    out: &mut Output,
    result: &str,
    declaration: &str,
    numbers: &Numbers,
    push_cases: impl FnOnce(&mut Output),
) {
    let function = Function {
        result,
        declaration,
        overrides: true,
    };
    push_function(out, &function, |out| {
        let Numbers { variable, kind } = numbers;
        writeln!(
            out,
            "{{\n  switch ({variable}) {{\n  default: llvm_unreachable(\"Invalid {kind} in table?\");"
        );
        push_cases(out);
        out.push("  }\n}\n");
    });
}
