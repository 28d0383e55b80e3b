# TableGen for Kakoune: highlighting, and kakoune-lsp's connection to tablegen-analyzer.
# Source it from your kakrc.

hook global BufCreate .*\.td %{ set-option buffer filetype tablegen }

add-highlighter shared/tablegen regions
add-highlighter shared/tablegen/other default-region group
add-highlighter shared/tablegen/string region '"' '(?<!\\)(?:\\\\)*"' fill string
add-highlighter shared/tablegen/code region '\[\{' '\}\]' ref cpp
add-highlighter shared/tablegen/line region '//' '$' fill comment
add-highlighter shared/tablegen/block region -recurse '/\*' '/\*' '\*/' fill comment
add-highlighter shared/tablegen/other/ regex '\b(assert|class|def|defm|defset|deftype|defvar|dump|else|field|foreach|if|in|include|let|multiclass|then)\b' 0:keyword
add-highlighter shared/tablegen/other/ regex '\b(bit|bits|code|dag|int|list|string)\b' 0:type
add-highlighter shared/tablegen/other/ regex '\b(class|multiclass)\s+(\w+)' 2:type
add-highlighter shared/tablegen/other/ regex '\bdefm?\s+(\w+)' 1:variable
add-highlighter shared/tablegen/other/ regex '\b(true|false|NAME|0x[0-9a-fA-F]+|0b[01]+|\d+)\b' 0:value
add-highlighter shared/tablegen/other/ regex '![a-z]+' 0:builtin
add-highlighter shared/tablegen/other/ regex '\$\w+' 0:variable
add-highlighter shared/tablegen/other/ regex '^\h*#(ifdef|ifndef|else|endif|define)\b' 0:meta

hook global WinSetOption filetype=tablegen %{
    require-module c-family
    add-highlighter window/tablegen ref tablegen
    set-option buffer comment_line '//'
    set-option buffer comment_block_begin '/*'
    set-option buffer comment_block_end '*/'
    set-option buffer indentwidth 2
    hook -once -always window WinSetOption filetype=.* %{ remove-highlighter window/tablegen }
}

# For kakoune-lsp 18 and later.
hook -group lsp-filetype-tablegen global BufSetOption filetype=tablegen %{
    set-option buffer lsp_servers %{
        [tablegen-analyzer]
        root_globs = ["tablegen_compile_commands.yml", ".git"]
        command = "tablegen-analyzer"
        args = ["lsp"]
    }
}
