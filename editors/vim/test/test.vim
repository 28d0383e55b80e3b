" Tests the filetype, syntax, indentation and ALE in a Vim without a screen:
" test.sh runs it, with $TABLEGEN_ANALYZER and $TABLEGEN_EXAMPLE as for Neovim's test.

let s:here = expand('<sfile>:p:h:h')
let &runtimepath = s:here . ',' . &runtimepath
set nocompatible noswapfile hidden
packadd ale
let g:ale_linters = {'tablegen': ['tablegen-analyzer']}
let g:tablegen_analyzer = $TABLEGEN_ANALYZER
filetype plugin indent on
syntax on
execute 'source' s:here . '/ale.vim'

let s:passed = 0
let s:failed = 0
let s:report = []

function! s:Test(name, errors) abort
  if empty(a:errors)
    let s:passed += 1
    call add(s:report, 'ok   ' . a:name)
  else
    let s:failed += 1
    call add(s:report, 'FAIL ' . a:name)
    call extend(s:report, map(copy(a:errors), '"     " . v:val'))
  endif
  let v:errors = []
endfunction

function! s:Highlight(word) abort
  call cursor(1, 1)
  let [line, column] = searchpos('\V' . a:word, 'cnw')
  return synIDattr(get(reverse(synstack(line, column)), 0, 0), 'name')
endfunction

execute 'edit' $TABLEGEN_EXAMPLE . '/Registers.td'
call assert_equal('tablegen', &filetype)
call assert_equal('// %s', &commentstring)
call s:Test('filetype', v:errors)

call assert_equal('tablegenRepeat', s:Highlight('foreach i'))
call assert_equal('tablegenRecordName', s:Highlight('R#i'))
call assert_equal('tablegenBang', s:Highlight('!cast'))
call s:Test('syntax', v:errors)

enew
set filetype=tablegen
call setline(1, ['class A {', 'int X = 1;', '}'])
normal! gg=G
call assert_equal(['class A {', '  int X = 1;', '}'], getline(1, '$'))
call s:Test('indentation', v:errors)
bwipeout!

execute 'edit' $TABLEGEN_EXAMPLE . '/Broken.td'
let s:found = []
for s:attempt in range(600)
  let s:found = ale#engine#GetLoclist(bufnr(''))
  if !empty(s:found)
    break
  endif
  if s:attempt == 0
    call ale#Queue(0, 'lint_file')
  endif
  sleep 100m
endfor
call assert_match("expected ';'", join(map(copy(s:found), 'v:val.text'), "\n"))
call s:Test('ALE shows the errors', v:errors)

call add(s:report, printf('%d passed, %d failed', s:passed, s:failed))
call writefile(s:report, $TABLEGEN_REPORT)
execute s:failed == 0 ? 'qall!' : 'cquit!'
