//! The parser and the printer of enumerations that are parameters of types and attributes.

use backend::{Fatal, Output, bail};
use mlir_model::enums::{Bits, Case, Enum};

use super::changes;

/// Writes the parser and the printer of an enumeration. Writes nothing if no underlying type is given, or if the
/// enumeration is an attribute without a builder.
pub(super) fn push(out: &mut Output, it: &Enum) -> Result<(), Fatal> {
    let cannot_be_made =
        || Ok::<_, Fatal>(it.is_attribute() && it.rec.string("constBuilderCall")?.is_empty());
    if it.underlying.is_empty() || cannot_be_made()? {
        return Ok(());
    }
    let words = Words::new(it);
    match it.bits.as_ref().filter(|it| !it.is_quoted) {
        Some(bits) => push_start_of_keywords(out, it, bits, &words)?,
        None => push_start(out, it, &words),
    }
    push_printer(out, it);
    out.push("}\n} // namespace llvm\n");
    Ok(())
}

/// The C++ name of an enumeration, and an error message of its parser.
struct Words {
    /// The error message for a text that does not denote any case.
    unknown: String,
    name: String,
}

impl Words {
    fn new(it: &Enum) -> Words {
        let texts: Vec<_> = it.cases.iter().map(shown).collect();
        let texts = format!("[{}]", texts.join(", "));
        let release = it.rec.records().release();
        Words {
            unknown: changes::unknown_text(release, &texts, &it.summary),
            name: it.qualified_name(),
        }
    }
}

/// The text of a case in the error message that lists all cases. As in the reference, a text that is not a keyword is
/// written twice, first with quotes and then without.
fn shown(case: &Case) -> String {
    if case.is_keyword() {
        case.text.to_string()
    } else {
        format!("\\\"{0}\\\"{0}", case.text)
    }
}

/// Writes the parser of an enumeration whose value is one keyword or string, and the start of the printer.
fn push_start(out: &mut Output, it: &Enum, words: &Words) {
    let (Words { unknown, name }, space) = (words, &it.namespace);
    let summary = &it.summary;
    write!(
        out,
        "
namespace mlir {{
template <typename T, typename>
struct FieldParser;

template<>
struct FieldParser<{name}, {name}> {{
  template <typename ParserT>
  static FailureOr<{name}> parse(ParserT &parser) {{
    // Parse the keyword/string containing the enum.
    std::string enumKeyword;
    auto loc = parser.getCurrentLocation();
    if (failed(parser.parseOptionalKeywordOrString(&enumKeyword)))
      return parser.emitError(loc, \"expected keyword for {summary}\");

    // Symbolize the keyword.
    if (::std::optional<{name}> attr = {space}::symbolizeEnum<{name}>(enumKeyword))
      return *attr;
    return parser.emitError(loc, \"{unknown}\") << enumKeyword;
  }}
}};
"
    );
    if changes::parses_optional(it.rec.records().release()) {
        write!(
            out,
            "
/// Support for std::optional, useful in attribute/type definition where the enum is
/// used as:
///
///    let parameters = (ins OptionalParameter<\"std::optional<TheEnumName>\">:$value);
template<>
struct FieldParser<std::optional<{name}>, std::optional<{name}>> {{
  template <typename ParserT>
  static FailureOr<std::optional<{name}>> parse(ParserT &parser) {{
    // Parse the keyword/string containing the enum.
    std::string enumKeyword;
    auto loc = parser.getCurrentLocation();
    if (failed(parser.parseOptionalKeywordOrString(&enumKeyword)))
      return std::optional<{name}>{{}};

    // Symbolize the keyword.
    if (::std::optional<{name}> attr = {space}::symbolizeEnum<{name}>(enumKeyword))
      return attr;
    return parser.emitError(loc, \"{unknown}\") << enumKeyword;
  }}
}};
"
        );
    }
    write!(
        out,
        "}} // namespace mlir

namespace llvm {{
inline ::llvm::raw_ostream &operator<<(::llvm::raw_ostream &p, {name} value) {{
  auto valueStr = stringifyEnum(value);
"
    );
}

/// Writes the parser of a bit enumeration whose values are keywords with separators, and the start of the printer.
fn push_start_of_keywords(
    out: &mut Output,
    it: &Enum,
    bits: &Bits,
    words: &Words,
) -> Result<(), Fatal> {
    let (Words { unknown, name }, space) = (words, &it.namespace);
    let (summary, separator) = (&it.summary, &bits.separator);
    if !it.cases.iter().all(Case::is_keyword) {
        bail!(
            it.rec.records(),
            "bit enum {name} cannot be printed unquoted with cases that cannot be keywords"
        );
    }
    let parse_separator = match separator.trim_matches(backend::text::SPACES) {
        "|" => "parseOptionalVerticalBar",
        "," => "parseOptionalComma",
        _ => "error, enum separator must be '|' or ','",
    };
    write!(
        out,
        "
  namespace mlir {{
  template <typename T, typename>
  struct FieldParser;

  template<>
  struct FieldParser<{name}, {name}> {{
    template <typename ParserT>
    static FailureOr<{name}> parse(ParserT &parser) {{
      {name} flags = {{}};
      do {{
        // Parse the keyword containing a part of the enum.
        ::llvm::StringRef enumKeyword;
        auto loc = parser.getCurrentLocation();
        if (failed(parser.parseOptionalKeyword(&enumKeyword))) {{
          return parser.emitError(loc, \"expected keyword for {summary}\");
        }}

        // Symbolize the keyword.
        if (::std::optional<{name}> flag = {space}::symbolizeEnum<{name}>(enumKeyword)) {{
          flags = flags | *flag;
        }} else {{
          return parser.emitError(loc, \"{unknown}\") << enumKeyword;
        }}
      }} while (::mlir::succeeded(parser.{parse_separator}()));
      return flags;
    }}
  }};

  /// Support for std::optional, useful in attribute/type definition where the enum is
  /// used as:
  ///
  ///    let parameters = (ins OptionalParameter<\"std::optional<TheEnumName>\">:$value);
  template<>
  struct FieldParser<std::optional<{name}>, std::optional<{name}>> {{
    template <typename ParserT>
    static FailureOr<std::optional<{name}>> parse(ParserT &parser) {{
      {name} flags = {{}};
      bool firstIter = true;
      do {{
        // Parse the keyword containing a part of the enum.
        ::llvm::StringRef enumKeyword;
        auto loc = parser.getCurrentLocation();
        if (failed(parser.parseOptionalKeyword(&enumKeyword))) {{
          if (firstIter)
            return std::optional<{name}>{{}};
          return parser.emitError(loc, \"expected keyword for {summary} after '{separator}'\");
        }}
        firstIter = false;

        // Symbolize the keyword.
        if (::std::optional<{name}> flag = {space}::symbolizeEnum<{name}>(enumKeyword)) {{
          flags = flags | *flag;
        }} else {{
          return parser.emitError(loc, \"{unknown}\") << enumKeyword;
        }}
      }} while(::mlir::succeeded(parser.{parse_separator}()));
      return std::optional<{name}>{{flags}};
    }}
  }};
  }} // namespace mlir

  namespace llvm {{
  inline ::llvm::raw_ostream &operator<<(::llvm::raw_ostream &p, {name} value) {{
    auto valueStr = stringifyEnum(value);
  "
    );
    Ok(())
}

/// Writes the rest of the printer. The printer quotes texts that are not keywords.
fn push_printer(out: &mut Output, it: &Enum) {
    let keywords = it.cases.iter().filter(|it| it.is_keyword());
    let keywords: Vec<_> = keywords.collect();
    if keywords.is_empty() {
        return out.push("  return p << '\"' << valueStr << '\"';\n");
    }
    let name = it.qualified_name();
    let push_cases = |out: &mut Output, cases: &[&Case]| {
        out.push("  switch (value) {\n");
        for case in cases {
            writeln!(out, "  case {name}::{}:", case.identifier());
        }
    };
    if keywords.len() < it.cases.len() {
        push_cases(out, &keywords);
        out.push("    break;\n  default:\n    return p << '\"' << valueStr << '\"';\n  }\n");
    } else if it.bits.as_ref().is_some_and(|it| it.is_quoted) {
        let has_many_bits = |it: &&&Case| it.value.count_ones() > 1;
        let several: Vec<_> = keywords.iter().filter(has_many_bits).copied().collect();
        if !several.is_empty() {
            push_cases(out, &several);
            out.push("    return p << valueStr;\n  default:\n    break;\n  }\n");
        }
        write!(
            out,
            "  auto underlyingValue = static_cast<std::make_unsigned_t<{name}>>(value);
  if (underlyingValue && !llvm::has_single_bit(underlyingValue))
    return p << '\"' << valueStr << '\"';
"
        );
    }
    out.push("  return p << valueStr;\n");
}
