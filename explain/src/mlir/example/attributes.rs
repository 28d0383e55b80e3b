//! Made-up values of attributes, properties and parameters.

use backend::{Fatal, Rec};
use mlir_model::attribute::Attribute;
use mlir_model::definition::Parameter;
use mlir_model::enums::{Case, Enum, written_as_keyword};
use mlir_model::property::Property;

use super::Maker;
use super::judge::Condition;
use super::types::{Made, Sign, class_name, full_class, is_same_class};

/// The maximum number of elements in a made-up array.
const MAX_LENGTH: usize = 8;

/// The texts of a made-up value.
#[derive(Clone, Debug)]
pub(super) struct Text {
    /// The text in a dictionary of attributes, with the type of the value.
    pub(super) full: String,
    /// The text that an element of an assembly format prints for the value.
    pub(super) bare: String,
}

impl Text {
    /// A value with the same text in dictionaries and in assembly formats.
    pub(super) fn same(text: impl Into<String>) -> Text {
        let full = text.into();
        Text {
            bare: full.clone(),
            full,
        }
    }

    fn new(full: impl Into<String>, bare: impl Into<String>) -> Text {
        Text {
            full: full.into(),
            bare: bare.into(),
        }
    }
}

impl<'a> Maker<'a> {
    /// A value of the attribute `name`. For enumerations, booleans and integers, it differs from the default value.
    pub(super) fn attribute(&self, attr: Attribute<'a>, name: &str) -> Result<Text, Fatal> {
        let base = attr.base();
        let rec = base.0;
        let default = attr.default_value();
        if let Some(read) = written_as_keyword(attr)? {
            return Ok(self.keyword(&read, &default));
        }
        if rec.is_a("AttrDef") {
            return Ok(self.attribute_definition(rec, &default));
        }
        if let Some(allowed) = rec.field("allowedAttributes")
            && allowed.value.is_some()
            && let Some(first) = rec.list_of_defs("allowedAttributes")?.first()
        {
            let _nested = self.nest();
            if !self.is_too_deep() {
                let text = self.attribute(Attribute(*first), name)?;
                return Ok(Text::same(text.full));
            }
        }
        if base.def_name() == "SymbolNameAttr" {
            return Ok(Text::new(format!("\"{name}\""), format!("@{name}")));
        }
        let has_type = attr.type_builder()?.is_some();
        let ty = base.value_type();
        let ty = ty
            .map(|it| self.type_for(&[it.constraint]))
            .transpose()?
            .flatten();
        let storage = base.storage_type();
        let class = class_name(&storage);
        let condition = self.condition_text(attr)?;
        Ok(match class {
            "BoolAttr" => Text::same((&*default != "true").to_string()),
            "IntegerAttr" => {
                let value = integer(&condition, &default);
                let ty = ty.or_else(|| width(&condition));
                let ty = ty.map_or_else(|| "i64".to_owned(), |it| self.type_text(&it));
                let full = format!("{value} : {ty}");
                if has_type {
                    Text::new(full, value)
                } else {
                    Text::same(full)
                }
            }
            "FloatAttr" => {
                let ty = ty.map_or_else(|| "f32".to_owned(), |it| self.type_text(&it));
                let full = format!("1.000000e+00 : {ty}");
                if has_type {
                    Text::new(full, "1.000000e+00")
                } else {
                    Text::same(full)
                }
            }
            "StringAttr" => Text::same("\"text\""),
            "TypeAttr" => {
                let condition = base.constraint().predicate().map(Condition::read);
                let ty = condition.transpose()?.and_then(|it| self.satisfying(&it));
                Text::same(ty.map_or_else(|| "!type".to_owned(), |it| self.type_text(&it)))
            }
            "FlatSymbolRefAttr" | "SymbolRefAttr" => Text::same(format!("@{name}")),
            "UnitAttr" => Text::same("unit"),
            "ArrayAttr" => self.array(rec, name, length(&condition))?,
            "DictionaryAttr" => Text::same("{key = 1 : i32}"),
            "AffineMapAttr" => Text::same("affine_map<(d0) -> (d0)>"),
            "IntegerSetAttr" => Text::same("affine_set<(d0) : (d0 >= 0)>"),
            "LocationAttr" => Text::same("loc(unknown)"),
            "Attribute" | "TypedAttr" => Text::same("1 : i32"),
            "ElementsAttr"
            | "DenseElementsAttr"
            | "DenseIntElementsAttr"
            | "DenseIntOrFPElementsAttr"
            | "DenseFPElementsAttr" => {
                let is_float = class == "DenseFPElementsAttr" || condition.contains("isF32()");
                let (value, ty) = match width(&condition) {
                    _ if is_float => ("1.000000e+00", Made::Float("f32")),
                    Some(ty) => ("1", ty),
                    None if condition.contains("isIndex()") => ("1", Made::Index),
                    None => ("1", Made::Int(Sign::None, 64)),
                };
                let ty = self.type_text(&ty);
                Text::same(format!("dense<{value}> : tensor<2x{ty}>"))
            }
            _ => match dense_array(class, length(&condition)) {
                Some(text) => text,
                None => self.of_class(class, &default),
            },
        })
    }

    /// A value of the C++ class `class` of attributes; `#attr` if no record of the unit defines this class.
    fn of_class(&self, class: &str, default: &str) -> Text {
        let mut all = self.attributes.iter();
        match all.find(|it| full_class(**it).is_some_and(|it| it == class)) {
            Some(rec) => self.attribute_definition(*rec, default),
            None => Text::same("#attr"),
        }
    }

    /// A value of an `AttrDef`. Its parameters that are enumerations differ from `default`; its other parameters may be
    /// equal to `default`.
    fn attribute_definition(&self, rec: Rec<'a>, default: &str) -> Text {
        self.definition_other_than(rec, default)
    }

    fn array(&self, rec: Rec<'a>, name: &str, length: usize) -> Result<Text, Fatal> {
        let element = rec.field("elementAttr").and_then(|it| it.value);
        let element = element.and_then(|it| self.records.def_of(it));
        let _nested = self.nest();
        let Some(element) = element.filter(|_| !self.is_too_deep()) else {
            return Ok(Text::same(format!("[{}]", repeated("1", length))));
        };
        let text = self.attribute(Attribute(element), name)?.full;
        let text = text.strip_suffix(" : i64").unwrap_or(&text);
        Ok(Text::same(format!("[{}]", repeated(text, length))))
    }

    /// A value of an enumeration: a case that is not the default value, if there is another case.
    fn keyword(&self, read: &Enum, default: &str) -> Text {
        let Some(case) = case(read, default) else {
            return Text::same("\"\"");
        };
        let is_one_bit = case.value > 0 && case.value.count_ones() == 1;
        let bare = if case.is_keyword() && (read.bits.is_none() || is_one_bit) {
            case.text.to_string()
        } else {
            format!("\"{}\"", case.text)
        };
        let ty = match read.underlying.as_ref() {
            "uint64_t" | "int64_t" => "i64",
            "uint8_t" | "int8_t" => "i8",
            "uint16_t" | "int16_t" => "i16",
            _ => "i32",
        };
        Text::new(format!("{} : {ty}", case.value), bare)
    }

    /// The condition of an attribute and of the attributes that it wraps.
    fn condition_text(&self, attr: Attribute<'a>) -> Result<String, Fatal> {
        let text = attr.constraint().condition()?;
        // The condition is only searched for a few phrases, so the end of a long text is not needed.
        Ok(text.chars().take(4000).collect())
    }

    /// A value of a property. The value of an enumeration differs from the default value, if there is another case.
    pub(super) fn property(&self, prop: Property<'a>) -> Text {
        let default = prop.default_value();
        let base = prop.base();
        let rec = base.0;
        let named = rec.field("enum").and_then(|it| it.value);
        if let Some(read) = named.and_then(|it| self.records.def_of(it))
            && let Ok(read) = Enum::read(read)
            && let Some(case) = case(&read, &default)
        {
            let bare = match rec.optional_string("mnemonic") {
                Ok(Some(mnemonic)) if rec.field("mnemonic").is_some() => {
                    format!("{mnemonic}<{}>", case.text)
                }
                _ => case.text.to_string(),
            };
            return Text::new(format!("{} : i32", case.value), bare);
        }
        if matches!(base.def_name(), "UnitProp" | "UnitProperty") {
            return Text::same("unit");
        }
        let ty = base.interface_type();
        let ty = ty.strip_prefix("std::optional<").unwrap_or(&ty);
        let (ty, is_list) = match list_element(ty) {
            Some(element) => (element, true),
            None => (ty.trim_end_matches('>'), false),
        };
        let (bare, full) = match scalar(ty) {
            Some(Scalar::Integer(width)) => ("1".to_owned(), format!("1 : i{width}")),
            Some(Scalar::Bool) => ("true".to_owned(), "true".to_owned()),
            Some(Scalar::String) => ("\"text\"".to_owned(), "\"text\"".to_owned()),
            None => ("…".to_owned(), "…".to_owned()),
        };
        if is_list {
            Text::new(format!("[{full}]"), format!("[{bare}]"))
        } else {
            Text::new(full, bare)
        }
    }

    /// A value of a parameter of a type or attribute, as an assembly format prints it; `…` if the C++ type of the
    /// parameter is not understood. For an enumeration, the value is a case other than `default` or, if `default` is
    /// empty, a case other than the default value of the parameter.
    pub(super) fn parameter(&self, it: Parameter<'a>, is_qualified: bool, default: &str) -> String {
        let Ok(ty) = it.cpp_type() else {
            return "…".to_owned();
        };
        let class = class_name(&ty);
        let prints_string = it.text("printer").is_some_and(|it| it.contains("\\\""));
        let own_default = it.default_value().unwrap_or_default();
        let default = if default.is_empty() {
            &own_default
        } else {
            default
        };
        let known = |class: &str| -> Option<String> {
            Some(match scalar(class) {
                Some(Scalar::Integer(_)) => "1".to_owned(),
                Some(Scalar::Bool) => "true".to_owned(),
                Some(Scalar::String) if prints_string => "\"text\"".to_owned(),
                Some(Scalar::String) => "text".to_owned(),
                None => match class {
                    "Type" => "i32".to_owned(),
                    "Attribute" | "TypedAttr" => "1 : i32".to_owned(),
                    "IntegerAttr" => "1 : i64".to_owned(),
                    "BoolAttr" => "true".to_owned(),
                    "FloatAttr" => "1.000000e+00 : f32".to_owned(),
                    "StringAttr" => "\"text\"".to_owned(),
                    "ArrayAttr" => "[1]".to_owned(),
                    "DictionaryAttr" => "{key = 1 : i32}".to_owned(),
                    "TypeAttr" => "i32".to_owned(),
                    "UnitAttr" => "unit".to_owned(),
                    "DistinctAttr" => "distinct[0]<>".to_owned(),
                    "FlatSymbolRefAttr" | "SymbolRefAttr" => "@name".to_owned(),
                    "AffineMap" => "(d0) -> (d0)".to_owned(),
                    "AffineMapAttr" => "affine_map<(d0) -> (d0)>".to_owned(),
                    "APFloat" | "llvm::APFloat" => "1.000000e+00".to_owned(),
                    "IntegerType" => "i32".to_owned(),
                    "FloatType" => "f32".to_owned(),
                    "IndexType" => "index".to_owned(),
                    "FunctionType" => "() -> ()".to_owned(),
                    "VectorType" => "vector<4xf32>".to_owned(),
                    "ShapedType" | "TensorType" | "RankedTensorType" => "tensor<4xf32>".to_owned(),
                    "MemRefType" | "BaseMemRefType" => "memref<4xf32>".to_owned(),
                    "ElementsAttr" | "DenseElementsAttr" | "DenseIntElementsAttr" => {
                        "dense<1> : tensor<2xi64>".to_owned()
                    }
                    _ => match dense_array(class, 1) {
                        Some(text) => text.bare,
                        None => return self.parameter_of_class(class, is_qualified, default),
                    },
                },
            })
        };
        if let Some(text) = known(class) {
            return text;
        }
        let element = list_element(class).and_then(|it| known(class_name(it)));
        element.unwrap_or_else(|| "…".to_owned())
    }

    /// A value of a parameter whose C++ class is an enumeration, type or attribute of the unit. `None` if the unit has
    /// no such class, or if the enumeration has no cases.
    fn parameter_of_class(&self, class: &str, is_qualified: bool, default: &str) -> Option<String> {
        if let Some(read) = self.enumerations().iter().find(|it| {
            let name = it.qualified_name();
            is_same_class(class_name(&name), class)
        }) {
            return Some(case(read, default)?.text.to_string());
        }
        let all = self.types.iter().chain(&self.attributes);
        let mut all = all.filter(|it| full_class(**it).is_some_and(|it| it == class));
        let text = self.definition(*all.next()?);
        Some(if is_qualified { text.full } else { text.bare })
    }
}

/// A case of an enumeration, if possible one that `default`, the C++ text of a default value, does not name. `None` if
/// there are no cases.
fn case<'e, 'a>(read: &'e Enum<'a>, default: &str) -> Option<&'e Case<'a>> {
    let is_default = |it: &&Case| {
        let symbol = it.identifier();
        default.ends_with(&*symbol) && default.trim_end_matches(&*symbol).ends_with("::")
    };
    let is_empty = |it: &&Case| read.bits.is_some() && it.value == 0;
    let mut others = read.cases.iter().filter(|it| !is_default(it));
    let best = others.clone().find(|it| !is_empty(it));
    best.or_else(|| others.next()).or(read.cases.first())
}

enum Scalar {
    Integer(u32),
    Bool,
    String,
}

/// The kind of a C++ type that is an integer, `bool` or string; `None` for other types.
fn scalar(ty: &str) -> Option<Scalar> {
    Some(match ty.trim().trim_start_matches("::") {
        "int8_t" | "uint8_t" => Scalar::Integer(8),
        "int16_t" | "uint16_t" => Scalar::Integer(16),
        "int" | "unsigned" | "unsigned int" | "int32_t" | "uint32_t" => Scalar::Integer(32),
        "int64_t" | "uint64_t" | "size_t" | "std::size_t" | "APInt" | "llvm::APInt" => {
            Scalar::Integer(64)
        }
        "bool" => Scalar::Bool,
        "StringRef" | "llvm::StringRef" | "std::string" => Scalar::String,
        _ => return None,
    })
}

/// The type of the elements of an `ArrayRef` or `SmallVector`; `None` for other C++ types.
fn list_element(ty: &str) -> Option<&str> {
    let ty = ty.trim().trim_start_matches("::");
    let ty = ty.strip_prefix("llvm::").unwrap_or(ty);
    let names = ["ArrayRef<", "SmallVector<"];
    let rest = names.iter().find_map(|it| ty.strip_prefix(it))?;
    rest.strip_suffix('>').map(str::trim)
}

/// A value of a class of dense arrays, such as `DenseI64ArrayAttr`; `None` for other classes.
fn dense_array(class: &str, length: usize) -> Option<Text> {
    let element = class.strip_prefix("Dense")?.strip_suffix("ArrayAttr")?;
    let (ty, value) = match element {
        "Bool" => ("i1", "true"),
        "I8" => ("i8", "1"),
        "I16" => ("i16", "1"),
        "I32" => ("i32", "1"),
        "I64" => ("i64", "1"),
        "F32" => ("f32", "1.000000e+00"),
        "F64" => ("f64", "1.000000e+00"),
        _ => return None,
    };
    let values = repeated(value, length);
    Some(Text::new(
        format!("array<{ty}: {values}>"),
        format!("[{values}]"),
    ))
}

fn repeated(value: &str, times: usize) -> String {
    vec![value; times].join(", ")
}

/// The number of elements that a condition on an array requires; 1 if it requires none or more than [`MAX_LENGTH`].
fn length(condition: &str) -> usize {
    let count = condition.split_once("size() == ").and_then(|(_, rest)| {
        let end = rest.find(|it: char| !it.is_ascii_digit());
        rest[..end.unwrap_or(rest.len())].parse().ok()
    });
    count.filter(|it| *it <= MAX_LENGTH).unwrap_or(1)
}

/// The integer type that a condition of an attribute requires; `None` if no integer type is found in the condition.
fn width<'a>(condition: &str) -> Option<Made<'a>> {
    let (_, rest) = condition
        .split_once("isSignlessInteger(")
        .or_else(|| condition.split_once("isInteger("))?;
    let width = rest.split_once(')')?.0.parse().ok()?;
    Some(Made::Int(Sign::None, width))
}

/// An integer that satisfies a bound on `getInt()` in the condition. Without a bound, the integer differs from the
/// default value.
fn integer(condition: &str, default: &str) -> String {
    let bound = |before: &str| -> Option<i64> {
        let (_, rest) = condition.split_once(before)?;
        let end = rest.find(|it: char| !it.is_ascii_digit() && it != '-');
        rest[..end.unwrap_or(rest.len())].parse().ok()
    };
    let value = match (bound("getInt() == "), bound("getInt() >= ")) {
        (Some(value), _) => value,
        (_, Some(least)) if least > 1 => least,
        _ if default == "1" => 2,
        _ => 1,
    };
    value.to_string()
}
