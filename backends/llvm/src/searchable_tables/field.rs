//! The columns of tables, and their values as C++ text.

use elaborate::diagnostic::{At, Diagnostic, Severity};
use elaborate::ids::Loc;
use elaborate::value::print::{type_text, value_unquoted};
use elaborate::value::{Format, Node, Ty, Type, ValueId};

use super::{Index, Model, Table};
use backend::{Fatal, Rec, Records};
use target_model::intrinsics::{Intrinsic, PropertyLists};

/// A column of a table.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) name: String,
    /// The type of the values; `None` before the first entry is read.
    pub(super) ty: Option<Ty>,
    pub(super) is_code: bool,
    pub(super) is_intrinsic: bool,
    pub(super) is_instruction: bool,
    /// The index in `Model::enums` of the enumeration whose members are the values.
    pub(super) of_enum: Option<usize>,
}

/// The use of a C++ type in the output. The type for strings depends on its use.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    StaticStruct,
    TemporaryStruct,
    Argument,
}

/// A fatal error at the start of `at`, or without a location.
pub(super) fn fatal_at(at: Option<Loc>, message: String) -> Fatal {
    Box::new(Diagnostic::new(Severity::Error, at.map(At::start), message))
}

/// The value of an `int`, `bit` or `bits` as an integer; `None` for other values and for unset bits.
pub(super) fn as_int(records: &Records, v: ValueId) -> Option<i64> {
    match records.node(v) {
        Node::Int(number) => Some(*number),
        Node::Bit(bit) => Some((*bit).into()),
        Node::Bits(bits) => {
            let mut number = 0;
            for (index, bit) in bits.iter().enumerate() {
                match records.node(*bit) {
                    Node::Bit(true) if index < 64 => number |= 1 << index,
                    Node::Bit(_) => {}
                    _ => return None,
                }
            }
            Some(number)
        }
        _ => None,
    }
}

/// The value of an `int`, `bit` or `bits` field as an integer. An error for other values.
pub(super) fn int_field(rec: Rec, field: &str) -> Result<i64, Fatal> {
    match as_int(rec.records(), rec.value(field)?) {
        Some(number) => Ok(number),
        None => rec.int(field),
    }
}

impl Field {
    pub(super) fn new(name: &str) -> Field {
        Field {
            name: name.to_owned(),
            ty: None,
            is_code: false,
            is_intrinsic: false,
            is_instruction: false,
            of_enum: None,
        }
    }

    pub(super) fn is_string(&self) -> bool {
        self.ty == Some(Ty::STRING)
    }

    fn type_data<'a>(&self, records: &'a Records) -> Option<&'a Type> {
        self.ty.map(|ty| records.values.type_data(ty))
    }

    pub(super) fn is_bits(&self, records: &Records) -> bool {
        matches!(self.type_data(records), Some(Type::Bits(_)))
    }

    pub(super) fn is_number(&self, records: &Records) -> bool {
        matches!(self.type_data(records), Some(Type::Bits(_) | Type::Int))
    }

    /// The C++ type of the column as part of a key. An error if the column cannot be part of a key.
    pub(super) fn key_type(
        &self,
        table: &Table,
        index: &Index,
        used: Use,
    ) -> Result<&'static str, Fatal> {
        let records = table.def.records();
        let error = |what: String| {
            let (table, lookup, field) = (&table.name, &index.name, &self.name);
            let message =
                format!("In table '{table}' lookup method '{lookup}', key field '{field}' {what}");
            Err(fatal_at(index.at, message))
        };
        match self.type_data(records) {
            Some(Type::String) => Ok(match used {
                Use::StaticStruct => "const char *",
                Use::TemporaryStruct => "std::string",
                Use::Argument => "StringRef",
            }),
            Some(Type::Bits(width)) => match width {
                0..=8 => Ok("uint8_t"),
                9..=16 => Ok("uint16_t"),
                17..=32 => Ok("uint32_t"),
                33..=64 => Ok("uint64_t"),
                _ => error("of type bits is too large".to_owned()),
            },
            Some(Type::Bit) => Ok("bool"),
            _ if self.of_enum.is_some() || self.is_intrinsic || self.is_instruction => {
                Ok("unsigned")
            }
            _ => {
                let ty = self.ty.map(|ty| type_text(&records.values, ty));
                error(format!("has invalid type: {}", ty.unwrap_or_default()))
            }
        }
    }
}

impl<'a> Model<'a> {
    /// The C++ text of a value in the column `field`. An error at `at` if the value has no C++ text.
    pub(super) fn text(&self, field: &Field, v: ValueId, at: Option<Loc>) -> Result<String, Fatal> {
        let records = self.records;
        let text = || value_unquoted(&records.names(), v).into_owned();
        match records.node(v) {
            Node::Str(_) | Node::Code(_) | Node::Text(..) => {
                let is_code = field.is_code || records.values.format_of(v) == Some(Format::Code);
                return Ok(if is_code {
                    text()
                } else {
                    format!("\"{}\"", text())
                });
            }
            Node::Bits(_) => {
                if let Some(number) = as_int(records, v) {
                    return Ok(format!("0x{number:X}"));
                }
            }
            Node::Bit(bit) => return Ok(bit.to_string()),
            _ if field.is_intrinsic => {
                return Ok(format!("Intrinsic::{}", self.intrinsic(v)?.enum_name));
            }
            _ if field.is_instruction => return Ok(text()),
            _ => {}
        }
        let name = &field.name;
        let Some(number) = field.of_enum else {
            let expected = "expected: bit, bits, string, or code";
            let message = format!("invalid field type for field '{name}'; {expected}");
            return Err(fatal_at(at, message));
        };
        match self.member(number, v) {
            Some((name, _)) => Ok(name.clone()),
            None => Err(fatal_at(at, format!("Entry for field '{name}' is null"))),
        }
    }

    /// The name and number of the member `v` of the enumeration with the index `number`; `None` if `v` is not a member.
    pub(super) fn member(&self, number: usize, v: ValueId) -> Option<&(String, i64)> {
        let def = self.records.def_of(v)?;
        self.enums.get(number)?.members.get(&def)
    }

    pub(super) fn intrinsic(&self, v: ValueId) -> Result<Intrinsic<'a>, Fatal> {
        match self.records.def_of(v) {
            Some(def) => Intrinsic::read(def, &mut PropertyLists::default()),
            None => Err(self
                .records
                .fatal("an intrinsic is not a record".to_owned())),
        }
    }
}
