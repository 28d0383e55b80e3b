//! The completion script for bash 3.2 and newer. The package `bash-completion` is not needed.

use std::fmt::Write;

use super::tblgen_options;
use crate::commands::{COMMANDS, Value, Words};

const START: &str = r#"# Completions of tablegen-analyzer for bash.

_tablegen_analyzer() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words=
    # An equals sign is a word of its own.
    if [[ $word == "=" ]]; then
        word=
    elif [[ $before == "=" ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
"#;

const END: &str = r#"        *) return ;;
        esac
    fi
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}

# Where nothing is proposed, files are.
complete -o default -F _tablegen_analyzer tablegen-analyzer
"#;

pub(super) fn script() -> String {
    let names: Vec<&str> = COMMANDS.iter().map(|it| it.name).collect();
    let mut text = START.to_owned();
    let _ = writeln!(text, "        words=\"{}\"", names.join(" "));
    text += "    else\n        case \"${COMP_WORDS[1]} $before $word\" in\n";
    let mut case = |pattern: String, words: &str| {
        let _ = writeln!(text, "        {pattern}) words=\"{words}\" ;;");
    };
    for command in COMMANDS {
        let name = command.name;
        for option in command.options {
            if let Value::OneOf(_, values) = option.value {
                case(format!("\"{name} {} \"*", option.name), &values.join(" "));
            }
        }
        let options: Vec<String> = if name == "tblgen" {
            tblgen_options().into_iter().map(|it| it.0).collect()
        } else {
            command
                .options
                .iter()
                .map(|it| it.name.to_owned())
                .collect()
        };
        if !options.is_empty() {
            case(format!("\"{name} \"*\" -\"*"), &options.join(" "));
        }
        if let Words::OneOf(values) = command.words {
            case(format!("\"{name} \"*"), &values.join(" "));
        }
    }
    text + END
}
