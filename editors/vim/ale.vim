" tablegen-analyzer for Vim with ALE. Load it from your vimrc, after the folder `editors/vim` is on
" 'runtimepath':
"
"     set runtimepath+=/path/to/tablegen-analyzer/editors/vim
"     source /path/to/tablegen-analyzer/editors/vim/ale.vim

let g:tablegen_analyzer = get(g:, 'tablegen_analyzer', 'tablegen-analyzer')

function! TableGenRoot(buffer) abort
  let git = ale#path#FindNearestDirectory(a:buffer, '.git')
  return empty(git) ? fnamemodify(bufname(a:buffer), ':p:h') : fnamemodify(git, ':h:h')
endfunction

call ale#linter#Define('tablegen', {
      \ 'name': 'tablegen-analyzer',
      \ 'lsp': 'stdio',
      \ 'executable': {buffer -> g:tablegen_analyzer},
      \ 'command': '%e lsp',
      \ 'project_root': function('TableGenRoot'),
      \ 'language': 'tablegen',
      \ })
