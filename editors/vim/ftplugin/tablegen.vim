" Settings of TableGen buffers.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal comments=:///,s1:/*,mb:*,ex:*/,://
setlocal commentstring=//\ %s
setlocal expandtab shiftwidth=2 softtabstop=2
setlocal formatoptions-=t formatoptions+=croql
setlocal matchpairs+=<:>
setlocal include=^\\s*include\\s\\+\"
setlocal define=^\\s*\\%(class\\\|multiclass\\\|def\\\|defm\\\|defvar\\\|defset\\\|deftype\\)\\>
setlocal suffixesadd=.td
let b:match_words = '#ifn\?def\>:#else\>:#endif\>,\[{:}\]'

let b:undo_ftplugin = 'setlocal comments< commentstring< expandtab< shiftwidth< softtabstop<'
      \ . ' formatoptions< matchpairs< include< define< suffixesadd< | unlet! b:match_words'
