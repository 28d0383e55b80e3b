// Commands and tags of comments.
// by clang: gen-clang-comment-html-tags, gen-clang-comment-html-tags-properties, gen-clang-comment-html-named-character-references, gen-clang-comment-command-info, gen-clang-comment-command-list

class Tag<string spelling> { string Spelling = spelling; bit EndTagOptional = 0; bit EndTagForbidden = 0; }
class NCR<string spelling, int codePoint> { string Spelling = spelling; int CodePoint = codePoint; }
class Command<string name> {
  string Name = name; string EndCommandName = ""; int NumArgs = 0;
  bit IsInlineCommand = 0; bit IsBlockCommand = 0; bit IsBriefCommand = 0; bit IsReturnsCommand = 0; bit IsParamCommand = 0;
  bit IsTParamCommand = 0; bit IsThrowsCommand = 0; bit IsDeprecatedCommand = 0; bit IsHeaderfileCommand = 0; bit IsParCommand = 0;
  bit IsEmptyParagraphAllowed = 0; bit IsVerbatimBlockCommand = 0; bit IsVerbatimBlockEndCommand = 0; bit IsVerbatimLineCommand = 0;
  bit IsDeclarationCommand = 0; bit IsFunctionDeclarationCommand = 0; bit IsRecordLikeDetailCommand = 0; bit IsRecordLikeDeclarationCommand = 0;
}
def Em : Tag<"em">;
def Amp : NCR<"amp", 0x26>;
def Par : Command<"par"> { let IsBlockCommand = 1; let IsParCommand = 1; }

//- tags
def P : Tag<"p"> { let EndTagOptional = 1; }
def Br : Tag<"br"> { let EndTagOptional = 1; let EndTagForbidden = 1; }
def H1 : Tag<"h1">;
def Big : Tag<"big">;

//- references
def Lt : NCR<"lt", 0x3c>;
def Copy : NCR<"copy", 0xa9>;
def Alpha : NCR<"alpha", 0x3b1>;
def Wide : NCR<"wide", 0x1F600>;

//- commands
def Brief : Command<"brief"> { let IsBlockCommand = 1; let IsBriefCommand = 1; }
def B : Command<"b"> { let IsInlineCommand = 1; let NumArgs = 1; }
def Code : Command<"code"> { let IsVerbatimBlockCommand = 1; let EndCommandName = "endcode"; }
def EndCode : Command<"endcode"> { let IsVerbatimBlockEndCommand = 1; }

//- declarations
def Class : Command<"class"> { let IsVerbatimLineCommand = 1; let IsDeclarationCommand = 1; let IsRecordLikeDeclarationCommand = 1; }
def Fn : Command<"fn"> { let IsVerbatimLineCommand = 1; let IsFunctionDeclarationCommand = 1; let IsDeclarationCommand = 1; }

//- prefixes
def A : Command<"a"> { let IsInlineCommand = 1; }
def Ab : Command<"ab"> { let IsInlineCommand = 1; }
def Abc : Command<"abc"> { let IsInlineCommand = 1; }
def Aa : Tag<"aa">;
def A1 : NCR<"a1", 1>;

//- symbols
def Open : Command<"f["> { let IsVerbatimBlockCommand = 1; let EndCommandName = "f]"; }
def Close : Command<"f]"> { let IsVerbatimBlockEndCommand = 1; }
def Dollar : Command<"f$"> { let IsInlineCommand = 1; }

//- numbers
def Many : Command<"many"> { let NumArgs = 200; let IsInlineCommand = 1; }
def Zero : NCR<"zero", 0>;
def Max : NCR<"max", 0x10FFFF>;

//- near-names
def One : Command<"same"> { let IsInlineCommand = 1; }
def Two : Command<"same2"> { let IsBlockCommand = 1; }
def T1 : Tag<"t">;
def T2 : Tag<"tt">;

//- order
def Z : Command<"a1"> { let IsThrowsCommand = 1; }
def A : Command<"z1"> { let IsTParamCommand = 1; let IsParamCommand = 1; }
def M : Command<"m1"> { let IsEmptyParagraphAllowed = 1; let IsDeprecatedCommand = 1; let IsHeaderfileCommand = 1; }

//- lengths
foreach s = ["x", "xy", "xyz", "xyzw", "abcdefgh", "abcdefgi"] in { def : Tag<s>; def : Command<s>; def : NCR<s, 64>; }
