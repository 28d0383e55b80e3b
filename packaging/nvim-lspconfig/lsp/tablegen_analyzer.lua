---@brief
---
--- https://github.com/OWNER/tablegen-analyzer
---
--- A language server for TableGen, the record language of LLVM, Clang and MLIR.
--- It finds the roots, include directories and backends of a project by itself.

---@type vim.lsp.Config
return {
  cmd = { 'tablegen-analyzer', 'lsp' },
  filetypes = { 'tablegen' },
  root_markers = { '.git', '.jj', '.hg', 'tablegen_compile_commands.yml' },
}
