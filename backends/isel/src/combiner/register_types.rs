//! Types of the registers that a combine rule matches and creates.

use backend::Fatal;
use target_model::value_types;

use super::matching::{Emitter, Making};
use super::pattern::{Operand, PatternType};
use super::reporter::Stop;
use crate::global_isel::{Check, LowLevelType, OperandAt, RegisterType, Rule};

impl Emitter<'_, '_> {
    /// Adds the check of an operand's type to the rule, if the type is a value type. Nothing is added if the operand
    /// must equal another operand, or if the first operand with the same name already has such a check.
    pub(super) fn check_type(
        &mut self,
        making: &mut Making,
        at: OperandAt,
        operand: &Operand,
    ) -> Result<(), Stop> {
        let PatternType::Value(rec) = operand.ty else {
            return Ok(());
        };
        if operand.is_named() {
            let first = making
                .rule
                .operand_of_name(operand.name, self.combine.rec)?;
            let first = making.rule.operand(first);
            if first.has(|check| matches!(check, Check::Type(_))) {
                return Ok(());
            }
        }
        let ty = self.low_level_type(rec)?;
        making.rule.check_operand(at, Check::Type(ty));
        Ok(())
    }

    fn low_level_type(&self, rec: backend::RecordId) -> Result<LowLevelType, Fatal> {
        let rec = self.unit.cx.records.rec(rec);
        let ty = value_types::known(rec)?;
        LowLevelType::new(ty).ok_or_else(|| {
            self.combine
                .rec
                .fatal(format!("'{}' is not a type of registers", rec.name()))
        })
    }

    /// The type of a new register that an operand of type `ty` needs.
    pub(super) fn register_type(
        &self,
        ty: PatternType,
        rule: &mut Rule,
    ) -> Result<RegisterType, Stop> {
        Ok(match ty {
            PatternType::Value(rec) => RegisterType::Known(self.low_level_type(rec)?),
            PatternType::TypeOf(operand) => {
                let at = rule.operand_of_name(operand, self.combine.rec)?;
                if rule.operand(at).is_variadic {
                    let ty = ty.text(self.unit.cx.records);
                    return Err(self.reporter().error(format!(
                        "type '{ty}' is ill-formed: '{operand}' is a variadic pack operand"
                    )));
                }
                RegisterType::Recorded(rule.recorded_type(at))
            }
            PatternType::Pack { .. } => {
                let ty = ty.text(self.unit.cx.records);
                let message = format!("type '{ty}' is ill-formed: it is not a type of a value");
                return Err(self.reporter().error(message));
            }
            PatternType::None => unreachable!("the operand has a type"),
        })
    }
}
