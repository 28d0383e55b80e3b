use expect_test::expect;

use crate::tests::check;

const TAGS: &str = "
class Tag<string spelling> {
  string Spelling = spelling;
  bit EndTagOptional = 0;
  bit EndTagForbidden = 0;
}
def Em : Tag<\"em\">;
def P : Tag<\"p\"> { let EndTagOptional = 1; }
def H1 : Tag<\"h1\">;
def Br : Tag<\"br\"> { let EndTagOptional = 1; let EndTagForbidden = 1; }
def Big : Tag<\"big\">;
";

#[test]
fn html_tags() {
    check(
        "gen-clang-comment-html-tags",
        TAGS,
        expect![[r#"
        bool isHTMLTagName(StringRef Name) {
          switch (Name.size()) {
          default: break;
          case 1:	 // 1 string to match.
            if (Name[0] != 'p')
              break;
            return true;	 // "p"
          case 2:	 // 3 strings to match.
            switch (Name[0]) {
            default: break;
            case 'b':	 // 1 string to match.
              if (Name[1] != 'r')
                break;
              return true;	 // "br"
            case 'e':	 // 1 string to match.
              if (Name[1] != 'm')
                break;
              return true;	 // "em"
            case 'h':	 // 1 string to match.
              if (Name[1] != '1')
                break;
              return true;	 // "h1"
            }
            break;
          case 3:	 // 1 string to match.
            if (memcmp(Name.data()+0, "big", 3) != 0)
              break;
            return true;	 // "big"
          }
          return false;
        }

    "#]],
    );
    check(
        "gen-clang-comment-html-tags-properties",
        TAGS,
        expect![[r#"
            bool isHTMLEndTagOptional(StringRef Name) {
              switch (Name.size()) {
              default: break;
              case 1:	 // 1 string to match.
                if (Name[0] != 'p')
                  break;
                return true;	 // "p"
              case 2:	 // 1 string to match.
                if (memcmp(Name.data()+0, "br", 2) != 0)
                  break;
                return true;	 // "br"
              }
              return false;
            }

            bool isHTMLEndTagForbidden(StringRef Name) {
              switch (Name.size()) {
              default: break;
              case 2:	 // 1 string to match.
                if (memcmp(Name.data()+0, "br", 2) != 0)
                  break;
                return true;	 // "br"
              }
              return false;
            }

        "#]],
    );
}

#[test]
fn names_that_have_letters_in_common() {
    check(
        "gen-clang-comment-html-tags",
        "class Tag<string s> { string Spelling = s; }
         def : Tag<\"strong\">; def : Tag<\"string\">; def : Tag<\"strike\">;",
        expect![[r#"
            bool isHTMLTagName(StringRef Name) {
              switch (Name.size()) {
              default: break;
              case 6:	 // 3 strings to match.
                if (memcmp(Name.data()+0, "str", 3) != 0)
                  break;
                switch (Name[3]) {
                default: break;
                case 'i':	 // 2 strings to match.
                  switch (Name[4]) {
                  default: break;
                  case 'k':	 // 1 string to match.
                    if (Name[5] != 'e')
                      break;
                    return true;	 // "strike"
                  case 'n':	 // 1 string to match.
                    if (Name[5] != 'g')
                      break;
                    return true;	 // "string"
                  }
                  break;
                case 'o':	 // 1 string to match.
                  if (memcmp(Name.data()+4, "ng", 2) != 0)
                    break;
                  return true;	 // "strong"
                }
                break;
              }
              return false;
            }

        "#]],
    );
}

#[test]
fn named_characters() {
    check(
        "gen-clang-comment-html-named-character-references",
        "class NCR<string s, int c> { string Spelling = s; int CodePoint = c; }
         def : NCR<\"nbsp\", 0xA0>;
         def : NCR<\"tab\", 9>;
         def : NCR<\"bad\", 0xD800>;
         def : NCR<\"large\", 0x110000>;
         def : NCR<\"emoji\", 0x1F600>;",
        expect![[r#"
            4: error: invalid code point
            5: error: invalid code point
            StringRef translateHTMLNamedCharacterReferenceToUTF8(
                                                         StringRef Name) {
              switch (Name.size()) {
              default: break;
              case 3:	 // 1 string to match.
                if (memcmp(Name.data()+0, "tab", 3) != 0)
                  break;
                return "\x9";	 // "tab"
              case 4:	 // 1 string to match.
                if (memcmp(Name.data()+0, "nbsp", 4) != 0)
                  break;
                return "\xc2\xa0";	 // "nbsp"
              case 5:	 // 1 string to match.
                if (memcmp(Name.data()+0, "emoji", 5) != 0)
                  break;
                return "\xf0\x9f\x98\x80";	 // "emoji"
              }
              return StringRef();
            }

        "#]],
    );
}

#[test]
fn commands() {
    let bits = [
        "IsInlineCommand",
        "IsBlockCommand",
        "IsBriefCommand",
        "IsReturnsCommand",
        "IsParamCommand",
        "IsTParamCommand",
        "IsThrowsCommand",
        "IsDeprecatedCommand",
        "IsHeaderfileCommand",
        "IsParCommand",
        "IsEmptyParagraphAllowed",
        "IsVerbatimBlockCommand",
        "IsVerbatimBlockEndCommand",
        "IsVerbatimLineCommand",
        "IsDeclarationCommand",
        "IsFunctionDeclarationCommand",
        "IsRecordLikeDetailCommand",
        "IsRecordLikeDeclarationCommand",
    ];
    let bits: String = bits.iter().map(|bit| format!("bit {bit} = 0; ")).collect();
    let text = format!(
        "class Command<string n> {{ string Name = n; string EndCommandName = \"\"; int NumArgs = 0; {bits} }}
         def B : Command<\"b\"> {{ let IsInlineCommand = 1; let NumArgs = 1; }}
         def FDollar : Command<\"f$\"> {{ let EndCommandName = \"f$\"; let IsVerbatimBlockCommand = 1; }}
         def FBrace : Command<\"f{{\">;"
    );
    check(
        "gen-clang-comment-command-info",
        &text,
        expect![[r#"
        namespace {
        const CommandInfo Commands[] = {
          { "b", "", 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 },
          { "f{", "", 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 },
          { "f$", "f$", 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0 }
        };
        } // unnamed namespace

        const CommandInfo *CommandTraits::getBuiltinCommandInfo(
                                                 StringRef Name) {
          switch (Name.size()) {
          default: break;
          case 1:	 // 1 string to match.
            if (Name[0] != 'b')
              break;
            return &Commands[0];	 // "b"
          case 2:	 // 2 strings to match.
            if (Name[0] != 'f')
              break;
            switch (Name[1]) {
            default: break;
            case '$':	 // 1 string to match.
              return &Commands[2];	 // "f$"
            case '{':	 // 1 string to match.
              return &Commands[1];	 // "f{"
            }
            break;
          }
          return nullptr;
        }

    "#]],
    );
    check(
        "gen-clang-comment-command-list",
        &text,
        expect![[r#"
        #ifndef COMMENT_COMMAND
        #  define COMMENT_COMMAND(NAME)
        #endif
        COMMENT_COMMAND(b)
        COMMENT_COMMAND(flbrace)
        COMMENT_COMMAND(fdollar)
    "#]],
    );
}
