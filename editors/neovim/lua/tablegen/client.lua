-- The language clients, for Neovim 0.7 and later. Each workspace has a server of its own.

local workspace = require('tablegen.workspace')

local M = {}

--- The last status of each server, by its client's id.
M.statuses = {}

--- How long to wait for a server's answer about the units that read a file, in milliseconds.
local ANSWERS_WITHIN = 2000

--- The ids of the clients that were started, by their folder.
local started = {}
--- The id of the client that was used last.
local last
--- The views of the plugin: the id of the client whose server's answer a buffer shows, by the buffer.
local views = {}

--- The server's command line.
function M.command_line()
  local config = require('tablegen').config
  if config.cmd then
    return config.cmd
  end
  local here = debug.getinfo(1, 'S').source:sub(2)
  local plugin = vim.fn.fnamemodify(vim.fn.resolve(here), ':p:h:h:h')
  -- The plugin is in a clone of the repository, or a package installed it below a folder such as `/usr`.
  local built = vim.fn.simplify(plugin .. '/../../target/release/tablegen-analyzer')
  local packaged = vim.fn.simplify(plugin .. '/../../../../../../../bin/tablegen-analyzer')
  for _, program in ipairs({ built, packaged }) do
    if vim.fn.executable(program) == 1 then
      return { program, 'lsp' }
    end
  end
  return { 'tablegen-analyzer', 'lsp' }
end

--- The buffers whose lenses the user has shown.
local with_lenses = {}

--- `workspace/codeLens/refresh`: shows the lenses anew where the user has shown them.
local function refresh_lenses()
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    with_lenses[buffer] = with_lenses[buffer] or #vim.lsp.codelens.get(buffer) > 0 or nil
    if with_lenses[buffer] and vim.api.nvim_buf_is_loaded(buffer) then
      vim.lsp.codelens.refresh({ bufnr = buffer })
    end
  end
  return vim.NIL
end

--- What the server's lenses do.
local function commands()
  return {
    ['tablegen.preview'] = function(command)
      local it = command.arguments[1]
      require('tablegen.preview').open(vim.uri_to_bufnr(it.uri), it.backend)
    end,
    ['tablegen.showRecords'] = function(command)
      local it = command.arguments[1]
      require('tablegen.records').of_class(vim.uri_to_bufnr(it.uri), it.class)
    end,
    ['tablegen.expand'] = function(command)
      local it = command.arguments[1]
      require('tablegen.expand').at(vim.uri_to_bufnr(it.uri), it.position)
    end,
  }
end

local function handlers()
  return {
    ['workspace/codeLens/refresh'] = refresh_lenses,
    ['tablegen/previewChanged'] = function(_, change, context)
      require('tablegen.preview').changed(change, context.client_id)
    end,
    ['tablegen/previewWhole'] = function(_, whole, context)
      require('tablegen.preview').replace(whole, context.client_id)
    end,
    ['tablegen/previewState'] = function(_, state, context)
      require('tablegen.preview').follow_state(state, context.client_id)
    end,
    ['tablegen/status'] = function(_, status, context)
      local running = vim.lsp.get_client_by_id(context.client_id)
      M.statuses[context.client_id] = status
      if running and status.state == 'ready' then
        require('tablegen.unit').learn(status, running)
        require('tablegen.expand').refresh(running)
      end
      pcall(vim.cmd, 'redrawstatus!')
    end,
  }
end

--- The capabilities in the options, by default Neovim's, and whether lenses follow the settings. Neovim 0.7 refreshes
--- only the lenses of the current buffer.
local function capabilities()
  local given = require('tablegen').config.capabilities or vim.lsp.protocol.make_client_capabilities()
  if vim.fn.has('nvim-0.10') == 0 then
    return given
  end
  return vim.tbl_deep_extend('force', given, { workspace = { codeLens = { refreshSupport = true } } })
end

local function client_config(root)
  local config = require('tablegen').config
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
    commands = commands(),
    on_attach = config.on_attach,
    capabilities = capabilities(),
    on_exit = function(_, _, id)
      M.statuses[id] = nil
      if started[root] == id then
        started[root] = nil
      end
    end,
  }
end

--- Calls a method of a client. Before Neovim 0.11, methods do not take the client as their first argument.
local function call(client, method, ...)
  if vim.fn.has('nvim-0.11') == 1 then
    return client[method](client, ...)
  end
  return client[method](...)
end

--- The client of a folder, if it runs.
local function of_folder(root)
  local client = started[root] and vim.lsp.get_client_by_id(started[root])
  return client and not call(client, 'is_stopped') and client or nil
end

--- The running clients, in the order of their start.
function M.all()
  local clients = {}
  for root in pairs(started) do
    table.insert(clients, of_folder(root))
  end
  table.sort(clients, function(a, b)
    return a.id < b.id
  end)
  return clients
end

--- The client that a buffer is attached to.
local function attached(buffer)
  for _, client in ipairs(M.all()) do
    if vim.lsp.buf_is_attached(buffer, client.id) then
      return client
    end
  end
end

local function attach_to(client, buffer)
  last = client.id
  vim.lsp.buf_attach_client(buffer, client.id)
end

--- Attaches a buffer to the client of a folder, which is started if need be.
local function attach_in(root, buffer)
  if not of_folder(root) then
    local config = client_config(root)
    started[root] = vim.lsp.start and vim.lsp.start(config, { bufnr = buffer }) or vim.lsp.start_client(config)
  end
  local client = of_folder(root)
  if client then
    attach_to(client, buffer)
  end
end

--- Whether one of `units` reads `file`. A unit does not count if `file` is its root only because no file includes it.
local function are_readers(units, file)
  for _, unit in ipairs(type(units) == 'table' and units or {}) do
    if unit.origin ~= 'includes' or vim.uri_to_fname(unit.root) ~= file then
      return true
    end
  end
end

--- Attaches a buffer to the first of `clients` with a unit that reads its file. Calls `otherwise` if no client has such a unit.
local function attach_where_read(buffer, clients, otherwise)
  local client = table.remove(clients, 1)
  if not client then
    otherwise()
    return
  end
  local is_over = false
  local function go_on(units)
    if is_over or not vim.api.nvim_buf_is_loaded(buffer) then
      return
    end
    is_over = true
    if are_readers(units, vim.api.nvim_buf_get_name(buffer)) then
      attach_to(client, buffer)
    else
      attach_where_read(buffer, clients, otherwise)
    end
  end
  local params = { textDocument = M.document(buffer), known = true }
  call(client, 'request', 'tablegen/units', params, function(_, units)
    go_on(units)
  end)
  vim.defer_fn(go_on, ANSWERS_WITHIN)
end

--- The clients to ask about a file before it is attached to the client of its workspace `root`: first the client of the
--- buffer from which it was opened, then, if no client of `root` runs, all others.
local function to_ask(buffer, root)
  local here = vim.api.nvim_get_current_buf()
  local before = buffer == here and vim.fn.bufnr('#') or here
  local leading = before > 0 and attached(before)
  local function is_asked(it)
    return it.initialized and it.config.root_dir ~= root and (it == leading or not of_folder(root))
  end
  local clients = vim.tbl_filter(is_asked, M.all())
  table.sort(clients, function(a, b)
    if (a == leading) ~= (b == leading) then
      return a == leading
    end
    return a.id < b.id
  end)
  return clients
end

--- Attaches a buffer to the server of another workspace if one of that server's units reads the file (see `to_ask`), or
--- else to the server of its own workspace, which is started if need be.
function M.attach(buffer)
  if vim.bo[buffer].buftype ~= '' or attached(buffer) then
    return
  end
  require('tablegen.places').watch(buffer)
  local program = M.command_line()[1]
  if vim.fn.executable(program) == 0 then
    vim.notify_once(('tablegen: %s is not an executable program'):format(program), vim.log.levels.WARN)
    return
  end
  local root = workspace.of(vim.api.nvim_buf_get_name(buffer))
  attach_where_read(buffer, to_ask(buffer, root), function()
    attach_in(root, buffer)
  end)
end

--- Notes that a buffer shows an answer of a client's server. The note is removed when the buffer is wiped out.
function M.note_view(buffer, client)
  views[buffer] = client.id
  vim.api.nvim_create_autocmd('BufWipeout', {
    buffer = buffer,
    callback = function()
      views[buffer] = nil
    end,
  })
end

--- The client whose folder contains a file; of several, the innermost.
local function around(file)
  local found
  for _, client in ipairs(M.all()) do
    local root = client.config.root_dir
    if vim.startswith(file, root .. '/') and (not found or #root > #found.config.root_dir) then
      found = client
    end
  end
  return found
end

--- The client of `buffer`, or of the current buffer: the client whose server's answer it shows, the client that it is
--- attached to, or the client whose folder contains its file. Other buffers have the client of a source on screen, or
--- else the client that was used last.
function M.get(buffer)
  buffer = (buffer or 0) == 0 and vim.api.nvim_get_current_buf() or buffer
  local view = views[buffer] and vim.lsp.get_client_by_id(views[buffer])
  local own = view or attached(buffer) or around(vim.api.nvim_buf_get_name(buffer))
  if own then
    return own
  end
  for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    local shown = attached(vim.api.nvim_win_get_buf(window))
    if shown then
      return shown
    end
  end
  return last and vim.lsp.get_client_by_id(last) or M.all()[1]
end

--- Sends a request to the server of `client`, by default the client of the current buffer. `on_result` gets the result;
--- an error is shown to the user.
function M.request(method, params, on_result, client)
  client = client or M.get()
  if not client then
    vim.notify('tablegen: the server is not running', vim.log.levels.ERROR)
    return
  end
  call(client, 'request', method, params, function(err, result)
    if err then
      vim.notify(('tablegen: %s'):format(err.message or vim.inspect(err)), vim.log.levels.ERROR)
    else
      on_result(result ~= vim.NIL and result or nil)
    end
  end)
end

--- Like `request`, but an error is not shown: `on_result` gets `nil`.
function M.ask(method, params, on_result, client)
  client = client or M.get()
  if not client then
    on_result(nil)
    return
  end
  call(client, 'request', method, params, function(_, result)
    on_result(result ~= vim.NIL and result or nil)
  end)
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

--- The TableGen buffer that a command is about: the current one, or one on screen, preferably of the same client.
function M.source()
  local function is_source(buffer)
    return vim.bo[buffer].filetype == 'tablegen' and vim.bo[buffer].buftype == ''
  end
  local here = vim.api.nvim_get_current_buf()
  if is_source(here) then
    return here
  end
  local client, found = M.get(here), nil
  for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    local buffer = vim.api.nvim_win_get_buf(window)
    if is_source(buffer) and client and attached(buffer) == client then
      return buffer
    end
    found = found or (is_source(buffer) and buffer or nil)
  end
  return found
end

--- `Registers.td:12`, or an empty text if there is no location.
function M.describe(location)
  if type(location) ~= 'table' then
    return ''
  end
  local name = vim.fn.fnamemodify(vim.uri_to_fname(location.uri), ':t')
  return ('%s:%d'):format(name, location.range.start.line + 1)
end

--- Goes to a place, in the window of a source rather than of a preview.
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
