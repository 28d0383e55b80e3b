-- Generated tables in a split that follows the buffer and marks the lines of the record under the cursor.

local client = require('tablegen.client')
local places = require('tablegen.places')
local record_map = require('tablegen.record_map')

local M = {}

local namespace = vim.api.nvim_create_namespace('tablegen.preview')
--- Open previews by their buffer. `start` is the line of the whole table that the buffer begins with.
local previews = {}
--- The names of backends, by the id of the client that was asked.
local known_backends = {}
local state_namespace = vim.api.nvim_create_namespace('tablegen.preview.state')
--- The milliseconds after which an outdated table is marked. A table that is updated sooner has no mark.
local MARKED_AFTER = 400

--- The lines of a text. A line feed at its end does not begin another line.
local function lines_of(text)
  if text == '' then
    return {}
  end
  local lines = vim.split(text, '\n', { plain = true })
  if lines[#lines] == '' then
    table.remove(lines)
  end
  return lines
end

local function set_lines(buffer, first, last, lines)
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, first, last, false, lines)
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].modified = false
end

local function windows_of(buffer)
  return vim.fn.win_findbuf(buffer)
end

--- The client whose server makes a preview, if it runs.
local function client_of(preview)
  return vim.lsp.get_client_by_id(preview.client)
end

--- Whether a message from the client `id` is about a preview. Each server numbers its previews from one.
local function is_of(preview, said, id)
  return preview.id == said.preview and preview.client == id
end

--- Notes the contents of a message about a table except its text and its map.
local function note(preview, info)
  -- The message leaves out records whose places are unchanged.
  preview.records = vim.tbl_extend('force', preview.records or {}, info.records)
  places.keep(
    preview,
    vim.tbl_filter(function(it)
      return type(it) == 'table'
    end, preview.records)
  )
  preview.total = info.totalLines
  preview.version = info.version
end

--- The map of the table that a buffer shows.
function M.map_of(buffer)
  return previews[buffer] and previews[buffer].map
end

local statements = { 'def', 'defm', 'class', 'multiclass', 'foreach', 'defset', 'defvar', 'include' }

--- The line on which the statement at a line of a buffer begins, both from zero.
local function statement_start(buffer, line)
  local first = math.max(0, line - 500)
  local lines = vim.api.nvim_buf_get_lines(buffer, first, line + 1, false)
  for at = #lines, 1, -1 do
    local word = lines[at]:match('^%s*(%w+)')
    if vim.tbl_contains(statements, word) then
      return first + at - 1
    end
  end
  return line
end

--- The records of a table that the statement at a line of a buffer made.
local function records_at(preview, buffer, line)
  local uri = vim.uri_from_bufnr(buffer)
  local start, nearest, found = statement_start(buffer, line), -1, {}
  for record, location in pairs(preview.records) do
    local is_shown = type(location) == 'table' and preview.map.by_record[record]
    local at = is_shown and location.uri == uri and location.range.start.line
    if at and at >= start and at <= line then
      if at > nearest then
        nearest, found = at, {}
      end
      if at == nearest then
        table.insert(found, record)
      end
    end
  end
  table.sort(found)
  return found
end

--- Finds the records that a `defm` made. Their places are those of the `def`s in the multiclass, so the
--- server is asked for the makers of each record whose name begins with the name of the `defm`.
local function records_of_defm(preview, buffer, line, done)
  local start = statement_start(buffer, line)
  local text = vim.api.nvim_buf_get_lines(buffer, start, start + 1, false)[1] or ''
  local prefix = text:match('^%s*defm%s+([%w_]+)')
  local candidates = prefix and vim.tbl_filter(function(name)
    return vim.startswith(name, prefix)
  end, vim.tbl_keys(preview.map.by_record)) or {}
  if #candidates == 0 or #candidates > 400 then
    return
  end
  local document, found, left = client.document(buffer), {}, #candidates
  local running = client_of(preview)
  for _, name in ipairs(candidates) do
    client.request('tablegen/expandRecord', { textDocument = document, name = name }, function(record)
      for _, maker in ipairs(record and record.madeBy or {}) do
        local location = maker.location
        if type(location) == 'table' and location.uri == document.uri and location.range.start.line == start then
          table.insert(found, name)
          break
        end
      end
      left = left - 1
      if left == 0 then
        table.sort(found)
        done(found)
      end
    end, running)
  end
end

--- Marks the lines of the current records. Returns the first line of the longest entry, which is a definition
--- rather than a declaration, counted from the start of the whole table.
local function mark(preview)
  vim.api.nvim_buf_clear_namespace(preview.buffer, namespace, 0, -1)
  local count = vim.api.nvim_buf_line_count(preview.buffer)
  local first
  local size = 0
  for _, record in ipairs(preview.current or {}) do
    for _, entry in ipairs(preview.map.by_record[record] or {}) do
      if entry['end'] - entry.start > size then
        first, size = entry.start, entry['end'] - entry.start
      end
      for line = math.max(entry.start - preview.start, 0), math.min(entry['end'] - preview.start, count) - 1 do
        vim.api.nvim_buf_set_extmark(preview.buffer, namespace, line, 0, { line_hl_group = 'TableGenRecordLines' })
      end
    end
  end
  return first
end

--- Fetches `size` lines of the table from `start` on, or fewer at its end, and shows them in place of the others.
local function fetch(preview, start, size, done)
  local params = {
    preview = preview.id,
    startLine = start,
    endLine = math.min(start + size, preview.total),
  }
  client.request('tablegen/previewText', params, function(result)
    if not previews[preview.buffer] then
      return
    end
    if result.version ~= preview.version then
      fetch(preview, start, size, done)
      return
    end
    preview.start = start
    set_lines(preview.buffer, 0, -1, lines_of(result.text))
    mark(preview)
    if done then
      done()
    end
  end, client_of(preview))
end

local function reveal(preview, line)
  for _, window in ipairs(windows_of(preview.buffer)) do
    local at = line - preview.start + 1
    local info = vim.fn.getwininfo(window)[1]
    if at >= 1 and at <= vim.api.nvim_buf_line_count(preview.buffer) then
      vim.api.nvim_win_set_cursor(window, { at, 0 })
      if at < info.topline or at > info.botline then
        vim.api.nvim_win_call(window, function()
          vim.cmd('normal! zz')
        end)
      end
    end
  end
end

--- Goes to a line of the whole table, which is fetched if the buffer does not have it.
local function show_line(preview, line)
  local count = vim.api.nvim_buf_line_count(preview.buffer)
  if line >= preview.start and line < preview.start + count then
    reveal(preview, line)
    return
  end
  local size = require('tablegen').config.preview.max_lines
  local start = math.max(0, math.min(line - math.floor(size / 2), preview.total - size))
  fetch(preview, start, size, function()
    reveal(preview, line)
  end)
end

--- Makes records the current ones of a preview.
local function set_current(preview, records)
  if #records == 0 or vim.deep_equal(records, preview.current) or not previews[preview.buffer] then
    return
  end
  local options = require('tablegen').config.preview
  preview.current = records
  local first = mark(preview)
  if not first or not options.follow then
    return
  end
  show_line(preview, first)
end

--- Marks the lines of the records under the cursor, in every preview.
local function follow(buffer)
  local line = vim.api.nvim_win_get_cursor(0)[1] - 1
  local running = client.get(buffer)
  for _, preview in pairs(previews) do
    local found = records_at(preview, buffer, line)
    if #found > 0 then
      set_current(preview, found)
    elseif running and running.id == preview.client then
      records_of_defm(preview, buffer, line, function(records)
        set_current(preview, records)
      end)
    end
  end
end

--- Applies the edits of a table that the server of the client `id` sent.
function M.changed(change, id)
  for buffer, preview in pairs(previews) do
    if is_of(preview, change, id) and vim.api.nvim_buf_is_valid(buffer) then
      local count = vim.api.nvim_buf_line_count(buffer)
      local first, last = preview.start, preview.start + count
      local start, crosses = preview.start, false
      note(preview, change)
      preview.map:apply(change.edits, change.mapEdits)
      for at = #change.edits, 1, -1 do
        local edit = change.edits[at]
        local lines = lines_of(edit.text)
        if edit.startLine >= first and edit.endLine <= last then
          set_lines(buffer, edit.startLine - first, edit.endLine - first, lines)
        elseif edit.endLine <= first then
          start = start + #lines - (edit.endLine - edit.startLine)
        elseif edit.startLine < last then
          crosses = true
        end
      end
      preview.start = start
      if crosses then
        fetch(preview, math.min(start, preview.total), count)
      else
        mark(preview)
      end
      if change.diagnostics and #change.diagnostics > 0 then
        vim.notify(('%s: %s'):format(preview.backend, change.diagnostics[1].message), vim.log.levels.WARN)
      end
    end
  end
end

--- Goes to the record that made the line under the cursor of a preview.
local function jump()
  local preview = previews[vim.api.nvim_get_current_buf()]
  local line = vim.api.nvim_win_get_cursor(0)[1] - 1 + preview.start
  local entry = preview.map:at(line)
  if entry and type(preview.records[entry.record]) == 'table' then
    client.jump(preview.records[entry.record])
  elseif entry then
    -- The server has not sent the places of records far from the lines that were shown first.
    client.request('tablegen/findRecord', { unit = preview.unit, name = entry.record }, function(found)
      client.jump(type(found) == 'table' and found[1] and found[1].location or nil)
    end, client_of(preview))
  else
    vim.notify('tablegen: no single record made this line', vim.log.levels.INFO)
  end
end

--- Goes to the next (1) or previous (-1) lines of the current records in a preview. After the last come the first.
local function step(by)
  local buffer = vim.api.nvim_get_current_buf()
  local preview = previews[buffer]
  local here = vim.api.nvim_win_get_cursor(0)[1] - 1 + preview.start
  local own = preview.map:at(here)
  local records = preview.current or (own and { own.record }) or {}
  local starts = {}
  for _, record in ipairs(records) do
    for _, entry in ipairs(preview.map.by_record[record] or {}) do
      if entry['end'] > entry.start then
        table.insert(starts, entry.start)
      end
    end
  end
  if #starts == 0 then
    vim.notify('tablegen: no record is marked in this table: put the cursor on one', vim.log.levels.INFO)
    return
  end
  table.sort(starts, function(a, b)
    return by > 0 and a < b or by < 0 and a > b
  end)
  local line = starts[1]
  for _, start in ipairs(starts) do
    if (start - here) * by > 0 then
      line = start
      break
    end
  end
  show_line(preview, line)
end

--- Marks a table as outdated, or as incomplete while most of it is still being made, or removes the mark.
local function show_state(preview)
  if not vim.api.nvim_buf_is_valid(preview.buffer) then
    return
  end
  vim.api.nvim_buf_clear_namespace(preview.buffer, state_namespace, 0, -1)
  local reason = preview.reason and ': ' .. preview.reason:gsub('\n.*', '') or ''
  local state = preview.outdated and 'outdated' .. reason or preview.partial and 'the rest follows'
  if state then
    local text = { { state, 'WarningMsg' } }
    for line = 0, vim.api.nvim_buf_line_count(preview.buffer) - 1 do
      if line % 20 == 0 then
        vim.api.nvim_buf_set_extmark(preview.buffer, state_namespace, line, 0, {
          virt_text = text,
          virt_text_pos = 'right_align',
        })
      end
    end
  end
end

--- `tablegen/previewState`
function M.follow_state(state, id)
  for _, preview in pairs(previews) do
    if is_of(preview, state, id) then
      preview.outdated, preview.reason = state.state == 'outdated', state.reason
      vim.defer_fn(function()
        show_state(preview)
      end, preview.outdated and MARKED_AFTER or 0)
    end
  end
end

--- Shows the whole table in place of a part of it, or of a table that could not be made before.
function M.replace(whole, id)
  for buffer, preview in pairs(previews) do
    if is_of(preview, whole, id) and vim.api.nvim_buf_is_valid(buffer) then
      preview.start, preview.map, preview.partial = whole.startLine, record_map.new(whole.map), nil
      note(preview, whole)
      set_lines(buffer, 0, -1, lines_of(whole.text))
      show_state(preview)
      local first = mark(preview)
      if first then
        reveal(preview, first)
      else
        -- If the table could not be made when it was opened, it had no lines of the record under the cursor.
        local here = vim.api.nvim_get_current_buf()
        if vim.bo[here].filetype == 'tablegen' then
          follow(here)
        end
      end
    end
  end
end

local function close(buffer)
  local preview = previews[buffer]
  previews[buffer] = nil
  if preview then
    places.drop(preview)
  end
  local running = preview and client_of(preview)
  if running then
    client.request('tablegen/closePreview', { preview = preview.id }, function() end, running)
  end
end

local function show(source, answer, running)
  local window = vim.api.nvim_get_current_win()
  local buffer = vim.api.nvim_create_buf(false, true)
  local root = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(source), ':t:r')
  pcall(vim.api.nvim_buf_set_name, buffer, ('tablegen://%s/%s'):format(root, answer.backend))
  vim.bo[buffer].bufhidden = 'wipe'
  local preview = {
    buffer = buffer,
    id = answer.preview,
    client = running.id,
    unit = answer.unit,
    backend = answer.backend,
    start = answer.startLine,
    map = record_map.new(answer.map),
    partial = answer.partial,
  }
  note(preview, answer)
  previews[buffer] = preview
  client.note_view(buffer, running)
  set_lines(buffer, 0, -1, lines_of(answer.text))
  show_state(preview)
  vim.bo[buffer].syntax = answer.language == 'text' and '' or answer.language
  vim.cmd(require('tablegen').config.preview.split)
  vim.api.nvim_win_set_buf(0, buffer)
  vim.wo.wrap = false
  vim.wo.number = true
  vim.api.nvim_set_current_win(window)

  for _, key in ipairs({ 'gd', '<CR>' }) do
    vim.keymap.set('n', key, jump, { buffer = buffer, desc = 'Go to the record that made this line' })
  end
  for key, by in pairs({ [']r'] = 1, ['[r'] = -1 }) do
    vim.keymap.set('n', key, function()
      step(by)
    end, { buffer = buffer, desc = 'Go to other lines of the marked record' })
  end
  vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = buffer, desc = 'Close the preview' })
  vim.api.nvim_create_autocmd('BufWipeout', {
    buffer = buffer,
    callback = function()
      close(buffer)
    end,
  })
  vim.api.nvim_create_autocmd({ 'CursorMoved', 'CursorMovedI' }, {
    group = vim.api.nvim_create_augroup('tablegen.preview', { clear = true }),
    callback = function(event)
      if vim.bo[event.buf].filetype == 'tablegen' and next(previews) then
        follow(event.buf)
      end
    end,
  })
  follow(source)
end

--- The name in the `def` under the cursor; `nil` if the cursor is in no `def` with a name, or if `source` is not the current buffer.
local function record_here(source)
  if source ~= vim.api.nvim_get_current_buf() then
    return nil
  end
  local start = statement_start(source, vim.api.nvim_win_get_cursor(0)[1] - 1)
  local text = vim.api.nvim_buf_get_lines(source, start, start + 1, false)[1] or ''
  return text:match('^%s*def%s+([%w_]+)')
end

--- Shows the table of a backend beside a buffer.
function M.open(source, backend)
  local params = {
    textDocument = client.document(source),
    backend = backend:gsub('^%-+', ''),
    maxLines = require('tablegen').config.preview.max_lines,
    compactMap = true,
    around = record_here(source),
    parts = true,
  }
  local running = client.get(source)
  client.request('tablegen/preview', params, function(answer)
    show(source, answer, running)
  end, running)
end

local function backends(source, on_result)
  local running = client.get(source)
  client.request('tablegen/backends', { textDocument = client.document(source) }, function(all)
    known_backends[running.id] = vim.tbl_map(function(it)
      return it.name
    end, all)
    on_result(all)
  end, running)
end

--- The backends whose names begin with `lead`. The first call for a server waits up to a second for its names.
function M.complete(lead)
  local source = client.source()
  local running = source and client.get(source)
  if not running then
    return {}
  end
  if not known_backends[running.id] then
    backends(source, function() end)
    vim.wait(1000, function()
      return known_backends[running.id]
    end, 20)
  end
  return vim.tbl_filter(function(name)
    return vim.startswith(name, lead)
  end, known_backends[running.id] or {})
end

--- Offers backends, and, if `others` are given, an item that offers those.
local function choose(source, offered, others)
  local items = vim.deepcopy(offered)
  if others then
    table.insert(items, { name = 'all…', help = 'also those that this root has no records for', others = others })
  end
  vim.ui.select(items, {
    prompt = 'Backend',
    format_item = function(it)
      return ('%s%s  %s'):format(it.configured and '* ' or '  ', it.name, it.help)
    end,
  }, function(choice)
    if choice and choice.others then
      choose(source, choice.others)
    elseif choice then
      M.open(source, choice.name)
    end
  end)
end

--- `:TableGenPreview [backend]`
function M.command(given)
  local source = client.source()
  if not source then
    vim.notify('tablegen: open a .td file first', vim.log.levels.ERROR)
    return
  end
  if given.args ~= '' then
    M.open(source, given.args)
    return
  end
  backends(source, function(all)
    local fitting = vim.tbl_filter(function(it)
      return it.configured or it.fits
    end, all)
    choose(source, fitting, #fitting < #all and all or nil)
  end)
end

return M
