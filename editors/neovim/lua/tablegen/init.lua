-- TableGen for Neovim: `require("tablegen").setup{}`. See `:help tablegen`.

local M = {}

M.defaults = {
  -- The server's command line. By default, the program in the repository or package of this plugin, or on $PATH.
  cmd = nil,
  -- Called with the client and the buffer when the server attaches.
  on_attach = nil,
  capabilities = nil,
  -- The server's settings, as in VS Code without the prefix: `units`, `includeDirs`, ...
  settings = {},
  -- Whether programs may be run for a workspace: external backends, and git. A function gets the workspace's folder.
  trusted = false,
  preview = {
    -- How the preview's window is opened.
    split = 'rightbelow vsplit',
    -- Longer tables show the part around the record under the cursor.
    max_lines = 20000,
    -- Whether the preview scrolls to the lines of the record under the cursor.
    follow = true,
  },
  -- Where `:TableGenRecords` shows what it finds: 'quickfix' or 'select' (`vim.ui.select`).
  picker = 'quickfix',
}

M.config = vim.deepcopy(M.defaults)

--- The state of the buffer's server, for a status line: `X86.td ready, LLVM 19, 3 errors`.
function M.status()
  local client = require('tablegen.client')
  local running = client.get()
  local status = running and client.statuses[running.id]
  if not status then
    return ''
  end
  local text = (status.name or 'TableGen') .. ' ' .. status.state
  local unit = require('tablegen.unit').current[running.id]
  if unit and unit.id == status.unit then
    text = ('%s, %s'):format(text, unit.release)
    if #unit.installed > 0 then
      text = ('%s, headers of %s'):format(text, table.concat(unit.installed, ' '))
    end
  end
  return status.errors > 0 and ('%s, %d errors'):format(text, status.errors) or text
end

local function commands()
  local function command(name, module, opts)
    vim.api.nvim_create_user_command(name, function(given)
      require('tablegen.' .. module).command(given)
    end, opts)
  end
  local function complete(module)
    return function(lead)
      return require('tablegen.' .. module).complete(lead)
    end
  end
  command('TableGenPreview', 'preview', {
    nargs = '?',
    complete = complete('preview'),
    desc = 'Show a generated table that follows the buffer',
  })
  command('TableGenExpand', 'expand', { nargs = '?', desc = 'Show a record with the origin of every value' })
  command('TableGenRecords', 'records', { nargs = '*', desc = 'List the records that a filter finds' })
  command('TableGenUnit', 'unit', {
    nargs = '?',
    complete = complete('unit'),
    desc = 'Choose the unit that the file is read for',
  })
  local function question(name, module, run, desc)
    vim.api.nvim_create_user_command(name, function(given)
      require('tablegen.' .. module)[run](given)
    end, { nargs = '*', desc = desc })
  end
  question('TableGenDecode', 'code', 'decode', 'Which instruction some bytes are')
  question('TableGenEncode', 'code', 'encode', 'Which bytes an instruction is')
  question('TableGenAssembly', 'code', 'assembly', 'Which instruction a line of assembly is')
  question('TableGenPattern', 'code', 'pattern', 'Which pattern selects a graph')
  question('TableGenChanges', 'changes', 'records', 'What changed in the records since the last save or a commit')
  question('TableGenTables', 'changes', 'tables', 'What changed in the tables since the last save or a commit')
  vim.api.nvim_create_user_command('TableGenGoToRecord', function(given)
    require('tablegen.cpp').go_to_record(given)
  end, { nargs = '?', desc = 'Go to the record that a name in C++ stands for' })
  vim.api.nvim_create_user_command('TableGenUses', function()
    require('tablegen.cpp').uses()
  end, { desc = 'List where C++ mentions the record under the cursor' })
  command('TableGenTags', 'tags', { nargs = '?', complete = 'file', desc = 'Write a tags file' })
end

--- Makes the tags of `:help tablegen`, unless the plugin was packaged with them.
local function help_tags()
  local here = debug.getinfo(1, 'S').source:sub(2)
  local doc = vim.fn.fnamemodify(here, ':p:h:h:h') .. '/doc'
  local tags, text = doc .. '/tags', doc .. '/tablegen.txt'
  if vim.fn.getftime(tags) < vim.fn.getftime(text) and vim.fn.filewritable(doc) == 2 then
    -- Another Neovim may do the same at this moment.
    pcall(vim.cmd, 'helptags ' .. vim.fn.fnameescape(doc))
  end
end

--- Sets everything up. `opts` are merged over `defaults`.
function M.setup(opts)
  M.config = vim.tbl_deep_extend('force', M.defaults, opts or {})
  vim.api.nvim_set_hl(0, 'TableGenRecordLines', { default = true, link = 'Visual' })
  commands()
  help_tags()
  local group = vim.api.nvim_create_augroup('tablegen', { clear = true })
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = 'tablegen',
    callback = function(event)
      require('tablegen.client').attach(event.buf)
    end,
  })
  -- Buffers that were opened before.
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.bo[buffer].filetype == 'tablegen' then
      require('tablegen.client').attach(buffer)
    end
  end
end

return M
