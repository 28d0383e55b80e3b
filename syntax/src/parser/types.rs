//! Parsing types.

use super::Parser;
use crate::SyntaxKind::*;

impl Parser<'_> {
    /// Parses a type. If the type is missing or incomplete, reports an error and returns false. In recovery, only
    /// returns false.
    pub(super) fn ty(&mut self) -> bool {
        if self.recovering || !self.enter() {
            return false;
        }
        let ok = self.ty_inner();
        self.leave();
        ok
    }

    fn ty_inner(&mut self) -> bool {
        let mark = self.open();
        match self.kind {
            BIT_KW | INT_KW | STRING_KW | CODE_KW | DAG_KW => {
                self.bump();
                self.close(mark, PRIMITIVE_TYPE);
                true
            }
            IDENT => {
                self.bump();
                self.close(mark, CLASS_TYPE);
                true
            }
            BITS_KW => {
                self.bump();
                let ok = self.expect(L_ANGLE, "expected '<' after bits type")
                    && self.expect(INT_NUMBER, "expected integer in bits<n> type")
                    && self.expect(R_ANGLE, "expected '>' at end of bits<n> type");
                self.close(mark, BITS_TYPE);
                ok
            }
            LIST_KW => {
                self.bump();
                let ok = self.expect(L_ANGLE, "expected '<' after list type")
                    && self.ty()
                    && self.expect(R_ANGLE, "expected '>' at end of list<ty> type");
                self.close(mark, LIST_TYPE);
                ok
            }
            _ => {
                self.error("Unknown token when expecting a type");
                false
            }
        }
    }

    /// Parses the type of an operator in angle brackets. Returns false if the type or a bracket is missing.
    pub(super) fn operator_type(&mut self) -> bool {
        const MISSING: &str = "expected type name for operator";
        if !self.expect(L_ANGLE, MISSING) {
            return false;
        }
        if self.at(CODE_KW) && !self.recovering {
            let message = "the 'code' type is not allowed in bang operators; use 'string'";
            self.report(self.current_range(), message.into());
        }
        let failed = self.failed();
        if !self.ty() {
            self.follow_up(failed, MISSING);
            return false;
        }
        self.expect(R_ANGLE, MISSING)
    }
}
