//! Parsing bang operators and their arguments.

use super::{Mark, Parser};
use crate::BangOperator as Bang;
use crate::SyntaxKind::*;

impl Parser<'_> {
    pub(super) fn bang(&mut self, mark: Mark) {
        let operator = Bang::from_name(&self.current_text()[1..]);
        let range = self.current_range();
        self.bump();
        match operator {
            Some(
                Bang::Cast
                | Bang::Empty
                | Bang::GetDagOp
                | Bang::GetDagOpName
                | Bang::Head
                | Bang::Initialized
                | Bang::ListFlatten
                | Bang::LogTwo
                | Bang::Not
                | Bang::Repr
                | Bang::Size
                | Bang::Tail
                | Bang::ToLower
                | Bang::ToUpper,
            ) => {
                let typed = operator == Some(Bang::Cast)
                    || operator == Some(Bang::GetDagOp) && self.at(L_ANGLE);
                let failed = self.failed();
                if typed && !self.operator_type() {
                    self.follow_up(failed, "did not get type for unary operator");
                }
                let close = "expected ')' in unary operator";
                self.arguments(1..=1, "expected '(' after unary operator", close, close);
            }
            Some(Bang::IsA) => {
                self.operator_type();
                let close = "expected ')' in !isa";
                self.arguments(1..=1, "expected '(' after type of !isa", close, close);
            }
            Some(Bang::Exists) => {
                self.operator_type();
                let close = "expected ')' in !exists";
                self.arguments(1..=1, "expected '(' after type of !exists", close, close);
            }
            Some(Bang::Instances) => {
                self.operator_type();
                let close = "expected ')' in !instances";
                self.arguments(0..=1, "expected '(' after type of !instances", close, close);
            }
            Some(Bang::Dag | Bang::If | Bang::SetDagArg | Bang::SetDagName | Bang::Subst) => {
                self.arguments(
                    3..=3,
                    "expected '(' after ternary operator",
                    "expected ',' in ternary operator",
                    "expected ')' in binary operator",
                );
            }
            Some(Bang::Substr) => self.arguments(
                2..=3,
                "expected '(' after !substr operator",
                "expected ',' in !substr operator",
                "expected ')' in !substr operator",
            ),
            Some(Bang::Find) => self.arguments(
                2..=3,
                "expected '(' after !find operator",
                "expected ',' in !find operator",
                "expected ')' in !find operator",
            ),
            Some(Bang::Range) => self.bang_range(),
            Some(it) => self.bang_binary(it, range),
            None => self.bang_unknown(),
        }
        self.close(mark, BANG_OP);
    }

    /// Parses arguments in parentheses. `count` is the range of their allowed number. A missing argument is reported as
    /// a missing comma.
    fn arguments(
        &mut self,
        count: std::ops::RangeInclusive<usize>,
        missing_opener: &'static str,
        missing_comma: &'static str,
        missing_closer: &'static str,
    ) {
        if !self.open_arguments(missing_opener) {
            return;
        }
        if *count.start() == 0 && self.eat(R_PAREN) {
            return;
        }
        let mut nth = 0;
        loop {
            self.value();
            nth += 1;
            let may_end = count.contains(&nth);
            if self.recovering && !self.recover_in_list(R_PAREN) {
                return;
            }
            if self.at(COMMA) && nth < *count.end() {
                self.bump();
                continue;
            }
            if nth > *count.end() && matches!(self.kind, COMMA | R_PAREN) {
                // The first excess argument has been reported.
            } else if !may_end && !self.at(COMMA) {
                self.error(missing_comma);
            } else if !self.at(R_PAREN) {
                self.error(missing_closer);
            }
            // Excess arguments are parsed, too, so that they are in the tree.
            if self.recovering && !self.recover_in_list(R_PAREN) {
                return;
            }
            if self.eat(R_PAREN) {
                return;
            }
            self.bump();
        }
    }

    /// Consumes the opening parenthesis of an operator's arguments. If it is missing, skips to the next opening
    /// parenthesis, but not past a comma, a closing bracket or the end of the statement. Returns whether a parenthesis
    /// was consumed.
    fn open_arguments(&mut self, missing: &'static str) -> bool {
        if self.expect(L_PAREN, missing) {
            return true;
        }
        self.recover_at(&[L_PAREN, COMMA, R_PAREN, R_ANGLE, R_BRACK]) && self.eat(L_PAREN)
    }

    fn bang_range(&mut self) {
        if !self.open_arguments("expected '(' after !range operator") {
            return;
        }
        let mut count = 0;
        self.list(R_PAREN, "expected ')' in operator", false, |p| {
            if count == 3 {
                p.error("expected at most three values of integer");
            }
            count += 1;
            p.value();
        });
    }

    fn bang_binary(&mut self, operator: Bang, range: rowan::TextRange) {
        let failed = self.failed();
        if operator == Bang::GetDagArg && !self.operator_type() {
            self.follow_up(failed, "did not get type for !getdagarg operator");
        }
        if !self.open_arguments("expected '(' after binary operator") {
            return;
        }
        let mut count = 0;
        let errors = self.errors.len();
        self.list(R_PAREN, "expected ')' in operator", false, |p| {
            count += 1;
            p.value();
        });
        // These operators accept more than two operands and are equivalent to nested binary operations.
        let folds = matches!(
            operator,
            Bang::Add
                | Bang::And
                | Bang::Con
                | Bang::ListConcat
                | Bang::Mul
                | Bang::Or
                | Bang::StrConcat
                | Bang::Xor
        );
        let fits = count == 2 || (folds && count > 2);
        if !fits && !self.recovering && self.errors.len() == errors {
            self.report(range, "expected two operands to operator".into());
        }
    }

    /// Parses an operator that no supported release has. Its type and arguments are parsed without checks.
    fn bang_unknown(&mut self) {
        if self.at(L_ANGLE) {
            self.operator_type();
        }
        if self.at(L_PAREN) && !self.recovering {
            self.bump();
            if !self.eat(R_PAREN) {
                self.list(R_PAREN, "expected ')' in operator", true, |p| {
                    p.value();
                    if !p.recovering && p.eat(COLON) {
                        p.value();
                    }
                });
            }
        }
    }

    pub(super) fn cond(&mut self, mark: Mark) {
        self.bump();
        if self.open_arguments("expected '(' after !cond operator") {
            if self.eat(R_PAREN) {
                self.report(
                    self.current_range(),
                    "there should be at least 1 'condition : value' in the !cond operator".into(),
                );
            } else {
                let message = "expected ',' or ')' following a value in !cond operator";
                self.list(R_PAREN, message, true, |p| {
                    let clause = p.open();
                    p.value();
                    p.expect(
                        COLON,
                        "expected ':'  following a condition in !cond operator",
                    );
                    p.value();
                    p.close(clause, COND_CLAUSE);
                });
            }
        }
        self.close(mark, COND_OP);
    }

    pub(super) fn foreach(&mut self, mark: Mark) {
        self.bump();
        if self.open_arguments("expected '(' after !foreach/!filter") {
            let variable = "first argument of !foreach/!filter must be an identifier";
            let arguments = [Argument::Name(variable), Argument::Value, Argument::Value];
            self.fixed_arguments(&arguments, "expected ',' in !foreach/!filter");
            self.close_arguments("expected ')' in !foreach/!filter");
        }
        self.close(mark, FOREACH_OP);
    }

    pub(super) fn foldl(&mut self, mark: Mark) {
        self.bump();
        if self.open_arguments("expected '(' after !foldl") {
            let arguments = [
                Argument::Value,
                Argument::Value,
                Argument::Name("third argument of !foldl must be an identifier"),
                Argument::Name("fourth argument of !foldl must be an identifier"),
                Argument::Value,
            ];
            self.fixed_arguments(&arguments, "expected ',' in !foldl");
            self.close_arguments("expected ')' in fold operator");
        }
        self.close(mark, FOLDL_OP);
    }

    fn fixed_arguments(&mut self, arguments: &[Argument], missing_comma: &'static str) {
        for (nth, argument) in arguments.iter().enumerate() {
            if nth > 0 && !self.expect(COMMA, missing_comma) {
                // Parsing continues at the next comma. Without a comma, the list of arguments ends.
                self.recover_in_list(R_PAREN);
                if !self.eat(COMMA) {
                    return;
                }
            }
            match argument {
                Argument::Value => self.value(),
                Argument::Name(missing) => {
                    self.expect(IDENT, missing);
                }
            }
        }
    }

    fn close_arguments(&mut self, missing: &'static str) {
        if !self.expect(R_PAREN, missing) {
            while self.recover_in_list(R_PAREN) && !self.eat(R_PAREN) {
                self.bump();
                self.recovering = true;
            }
        }
    }
}

/// The kind of an argument of `!foreach`, `!filter` or `!foldl`.
enum Argument {
    Value,
    /// The name of a variable, with the message if the name is missing.
    Name(&'static str),
}
