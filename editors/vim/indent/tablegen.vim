" Indentation of TableGen: two columns for each open bracket, four for a continued head.
if exists('b:did_indent')
  finish
endif
let b:did_indent = 1

setlocal indentexpr=TableGenIndent()
setlocal indentkeys=0{,0},0],0),0<:>,!^F,o,O
let b:undo_indent = 'setlocal indentexpr< indentkeys<'

if exists('*TableGenIndent')
  finish
endif

" The line without its strings and comments.
function! s:Bare(number) abort
  let line = substitute(getline(a:number), '"\%([^"\\]\|\\.\)*"', '', 'g')
  return substitute(line, '//.*$', '', '')
endfunction

" The number of brackets that the line opens, minus the number that it closes.
function! s:Depth(line) abort
  return len(substitute(a:line, '[^{(\[]', '', 'g')) - len(substitute(a:line, '[^})\]]', '', 'g'))
endfunction

" The first line of the statement's head that ends on this line.
function! s:HeadStart(number) abort
  let at = a:number
  while at > 1 && at > a:number - 20
    if s:Bare(at) =~# '^\s*\%(class\|multiclass\|def\|defm\)\>'
      return at
    endif
    let at = prevnonblank(at - 1)
    if s:Bare(at) =~# '[;{}]\s*$'
      break
    endif
  endwhile
  return at > 0 && s:Bare(at) =~# '^\s*\%(class\|multiclass\|def\|defm\)\>' ? at : a:number
endfunction

function! TableGenIndent() abort
  let above = prevnonblank(v:lnum - 1)
  if above == 0
    return 0
  endif
  let bare = s:Bare(above)
  let indent = indent(bare =~# '[;{]\s*$' ? s:HeadStart(above) : above)
  let depth = s:Depth(bare)
  if depth > 0
    let indent += shiftwidth()
  elseif depth < 0 && bare !~# '^\s*[})\]]'
    let indent += depth * shiftwidth()
  endif
  if bare =~# '\<in\s*$'
    let indent += shiftwidth()
  elseif bare =~# '^\s*\%(class\|multiclass\|def\|defm\)\>[^;{]*[>,:]\s*$' && depth <= 0
    let indent += 2 * shiftwidth()
  endif
  if getline(v:lnum) =~# '^\s*[})\]]'
    let indent -= shiftwidth()
  endif
  return max([indent, 0])
endfunction
