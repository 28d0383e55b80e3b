-- The language client, on every release from 0.7 on.

local M = {}

--- What the server said of its state last.
M.last_status = nil

local id

--- The server's command line.
function M.command_line()
  local config = require('tablegen').config
  if config.cmd then
    return config.cmd
  end
  local here = debug.getinfo(1, 'S').source:sub(2)
  local repository = vim.fn.fnamemodify(here, ':p:h:h:h:h:h')
  local built = repository .. '/target/release/tablegen-analyzer'
  local program = vim.fn.executable(built) == 1 and built or 'tablegen-analyzer'
  return { program, 'lsp' }
end

local function root_dir(buffer)
  local file = vim.api.nvim_buf_get_name(buffer)
  local folder = vim.fn.fnamemodify(file ~= '' and file or vim.fn.getcwd() .. '/x', ':p:h')
  local git = vim.fn.finddir('.git', vim.fn.escape(folder, ' ;,') .. ';')
  if git ~= '' then
    return vim.fn.fnamemodify(git, ':p:h:h')
  end
  local found = vim.fn.findfile('tablegen_compile_commands.yml', vim.fn.escape(folder, ' ;,') .. ';')
  return found ~= '' and vim.fn.fnamemodify(found, ':p:h') or folder
end

local function handlers()
  return {
    ['tablegen/previewChanged'] = function(_, change)
      require('tablegen.preview').changed(change)
    end,
    ['tablegen/previewWhole'] = function(_, whole)
      require('tablegen.preview').replace(whole)
    end,
    ['tablegen/previewState'] = function(_, state)
      require('tablegen.preview').follow_state(state)
    end,
    ['tablegen/status'] = function(_, status)
      M.last_status = status
      if status.state == 'ready' then
        require('tablegen.unit').learn(status)
        require('tablegen.expand').refresh()
      end
      pcall(vim.cmd, 'redrawstatus!')
    end,
  }
end

local function client_config(buffer)
  local config = require('tablegen').config
  local root = root_dir(buffer)
  local trusted = config.trusted
  if type(trusted) == 'function' then
    trusted = trusted(root)
  end
  local options = vim.tbl_extend('force', config.settings, { trusted = trusted == true, diagnostics = 'push' })
  return {
    name = 'tablegen',
    cmd = M.command_line(),
    root_dir = root,
    workspace_folders = { { uri = vim.uri_from_fname(root), name = vim.fn.fnamemodify(root, ':t') } },
    settings = { tablegen = config.settings },
    init_options = options,
    handlers = handlers(),
    on_attach = config.on_attach,
    capabilities = config.capabilities or vim.lsp.protocol.make_client_capabilities(),
    on_exit = function()
      id = nil
    end,
  }
end

--- Starts the server if need be, and attaches it to a buffer.
function M.attach(buffer)
  if vim.bo[buffer].buftype ~= '' then
    return
  end
  require('tablegen.places').watch(buffer)
  local program = M.command_line()[1]
  if vim.fn.executable(program) == 0 then
    vim.notify_once(('tablegen: %s is not an executable program'):format(program), vim.log.levels.WARN)
    return
  end
  if vim.lsp.start then
    id = vim.lsp.start(client_config(buffer), { bufnr = buffer }) or id
    return
  end
  id = id or vim.lsp.start_client(client_config(buffer))
  if id then
    vim.lsp.buf_attach_client(buffer, id)
  end
end

--- The client, if it runs.
function M.get()
  return id and vim.lsp.get_client_by_id(id)
end

--- Sends one of the server's own requests; `on_result` gets the result of one that succeeds.
function M.request(method, params, on_result)
  local client = M.get()
  if not client then
    vim.notify('tablegen: the server is not running', vim.log.levels.ERROR)
    return
  end
  local function handler(err, result)
    if err then
      vim.notify(('tablegen: %s'):format(err.message or vim.inspect(err)), vim.log.levels.ERROR)
    else
      on_result(result ~= vim.NIL and result or nil)
    end
  end
  if vim.fn.has('nvim-0.11') == 1 then
    client:request(method, params, handler)
  else
    client.request(method, params, handler)
  end
end

--- The `textDocument` of a buffer.
function M.document(buffer)
  return { uri = vim.uri_from_bufnr(buffer or 0) }
end

--- The `position` of the cursor.
function M.position()
  local client = M.get()
  local encoding = client and client.offset_encoding or 'utf-16'
  return vim.lsp.util.make_position_params(0, encoding).position
end

--- The TableGen buffer that is meant: the current one, or one that is on screen.
function M.source()
  if vim.bo.filetype == 'tablegen' and vim.bo.buftype == '' then
    return vim.api.nvim_get_current_buf()
  end
  for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    local buffer = vim.api.nvim_win_get_buf(window)
    if vim.bo[buffer].filetype == 'tablegen' and vim.bo[buffer].buftype == '' then
      return buffer
    end
  end
end

--- `Registers.td:12`, or nothing where there is no place.
function M.describe(location)
  if type(location) ~= 'table' then
    return ''
  end
  local name = vim.fn.fnamemodify(vim.uri_to_fname(location.uri), ':t')
  return ('%s:%d'):format(name, location.range.start.line + 1)
end

--- Goes to a place, in a window of a source rather than one of a preview.
function M.jump(location)
  if type(location) ~= 'table' then
    vim.notify('tablegen: no place is known', vim.log.levels.INFO)
    return
  end
  local file = vim.uri_to_fname(location.uri)
  local target
  for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    local buffer = vim.api.nvim_win_get_buf(window)
    if vim.api.nvim_buf_get_name(buffer) == file then
      target = window
    elseif vim.bo[buffer].buftype == '' then
      target = target or window
    end
  end
  if target then
    vim.api.nvim_set_current_win(target)
  end
  vim.cmd("normal! m'")
  if vim.api.nvim_buf_get_name(0) ~= file then
    vim.cmd('edit ' .. vim.fn.fnameescape(file))
  end
  local start = location.range.start
  local line = vim.api.nvim_buf_get_lines(0, start.line, start.line + 1, false)[1] or ''
  local ok, column = pcall(vim.str_byteindex, line, math.min(start.character, vim.str_utfindex(line)))
  vim.api.nvim_win_set_cursor(0, {
    math.min(start.line + 1, vim.api.nvim_buf_line_count(0)),
    ok and column or 0,
  })
end

--- Lets the user choose one of several records, and goes there.
function M.choose(records, prompt)
  vim.ui.select(records, {
    prompt = prompt,
    format_item = function(it)
      return ('%s  %s'):format(it.name, M.describe(it.location))
    end,
  }, function(choice)
    if choice then
      M.jump(choice.location)
    end
  end)
end

return M
