" Syntax of TableGen. Works in Vim and Neovim.
if exists('b:current_syntax')
  finish
endif

syntax include @tablegenCpp syntax/cpp.vim
unlet! b:current_syntax

syntax case match
syntax sync minlines=200

syntax keyword tablegenStructure class multiclass def defm defset deftype defvar
syntax keyword tablegenStatement let field assert dump append prepend
syntax keyword tablegenRepeat foreach in
syntax keyword tablegenConditional if then else
syntax keyword tablegenType bit bits int string code dag list
syntax keyword tablegenBoolean true false
syntax keyword tablegenSpecial NAME
syntax match tablegenUnset /?/

syntax match tablegenClassName /\%(\<\%(multi\)\=class\s\+\)\@<=\w\+/
syntax match tablegenRecordName /\%(\<defm\=\s\+\)\@<=\%(NAME\>\)\@!\w\+/
syntax match tablegenIdentifier /\<\d\+\a\w*\>/ contains=NONE
syntax match tablegenNumber /\%(\w\)\@<![-+]\=\d\+\>/
syntax match tablegenNumber /\<0x\x\+\>/
syntax match tablegenNumber /\<0b[01]\+\>/
syntax match tablegenOperand /\$\w\+/
syntax match tablegenProperty /\.\@<=\h\w*/
syntax match tablegenOperator /[#=]\|\.\.\./

syntax match tablegenBangUnknown /!\a\+/
syntax match tablegenBang /!\%(add\|and\|cast\|con\|cond\|dag\|div\|empty\|eq\|exists\|filter\|find\|foldl\|foreach\|ge\|getdagarg\|getdagname\|getdagop\|getdagopname\|getop\|gt\|head\|if\|initialized\|instances\|interleave\|isa\|le\|listconcat\|listflatten\|listremove\|listsplat\|logtwo\|lt\|match\|mul\|ne\|not\|or\|range\|repr\|setdagarg\|setdagname\|setdagop\|setdagopname\|setop\|shl\|size\|sra\|srl\|strconcat\|sub\|subst\|substr\|tail\|tolower\|toupper\|xor\)\>/

syntax region tablegenString start=/"/ skip=/\\./ end=/"\|$/ contains=tablegenEscape,tablegenOperandInString,@Spell
syntax match tablegenEscape /\\[\\'"tn]/ contained
syntax match tablegenOperandInString /\$\%(\h\w*\|{\h\w*\%(:\w\+\)\=}\)/ contained

" `keepend` ends whatever the C++ leaves open.
syntax region tablegenCode matchgroup=tablegenCodeDelimiter start=/\[{/ end=/}\]/ keepend contains=@tablegenCpp fold

syntax keyword tablegenTodo TODO FIXME XXX HACK contained
syntax match tablegenComment /\/\/.*$/ contains=tablegenTodo,@Spell
syntax region tablegenComment start=/\/\*/ end=/\*\// contains=tablegenNestedComment,tablegenTodo,@Spell fold
syntax region tablegenNestedComment start=/\/\*/ end=/\*\// contained contains=tablegenNestedComment,tablegenTodo

syntax match tablegenInclude /\<include\>/ nextgroup=tablegenString skipwhite
syntax match tablegenPreProc /^\s*#\%(ifdef\|ifndef\|else\|endif\|define\)\%(\s\+\h\w*\)\=/

syntax region tablegenBody start=/{/ end=/}/ transparent fold

highlight default link tablegenStructure Structure
highlight default link tablegenStatement Statement
highlight default link tablegenRepeat Repeat
highlight default link tablegenConditional Conditional
highlight default link tablegenType Type
highlight default link tablegenBoolean Boolean
highlight default link tablegenSpecial Special
highlight default link tablegenUnset Constant
highlight default link tablegenClassName Type
highlight default link tablegenRecordName Identifier
highlight default link tablegenNumber Number
highlight default link tablegenOperand Identifier
highlight default link tablegenOperandInString Identifier
highlight default link tablegenProperty Identifier
highlight default link tablegenOperator Operator
highlight default link tablegenBang Function
highlight default link tablegenBangUnknown Error
highlight default link tablegenString String
highlight default link tablegenEscape SpecialChar
highlight default link tablegenCodeDelimiter Delimiter
highlight default link tablegenTodo Todo
highlight default link tablegenComment Comment
highlight default link tablegenNestedComment Comment
highlight default link tablegenInclude Include
highlight default link tablegenPreProc PreProc

let b:current_syntax = 'tablegen'
