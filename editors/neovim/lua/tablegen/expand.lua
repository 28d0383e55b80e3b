-- `:TableGenExpand`: a record with the origin of every value, in a split. <CR> on a value goes to its origin.

local client = require('tablegen.client')
local places_of_views = require('tablegen.places')

local M = {}

local function origin(field)
  local it = field.origin
  local place = client.describe(it.location)
  local label = it.label ~= '' and it.label or it.kind
  return place ~= '' and ('%s (%s)'):format(label, place) or label
end

--- The lines of a field. If its bits are of several kinds, each run of bits has another line.
local function lines_of(field)
  local lines = field.lines or {}
  if #lines > 1 or (lines[1] and lines[1].hex) then
    return vim.tbl_map(function(line)
      return { line.code .. ';', line.hex }
    end, lines)
  end
  return { { ('%s %s = %s;'):format(field.type, field.name, field.value) } }
end

--- The lines to show, the place that each leads to, and the first and last line of the fields with default values.
local function render(expansion)
  local lines, places, defaults = {}, {}, nil
  local function add(text, location)
    vim.list_extend(lines, vim.split(text, '\n', { plain = true }))
    places[#lines] = type(location) == 'table' and location or nil
  end
  for _, maker in ipairs(expansion.madeBy or {}) do
    add(('// made by %s %s'):format(maker.name, client.describe(maker.location)), maker.location)
  end
  add(('def %s { // %s'):format(expansion.name, client.describe(expansion.location)), expansion.location)
  for _, class in ipairs(expansion.superclasses or {}) do
    add(('  // %s %s'):format(class.name, client.describe(class.location)), class.location)
  end
  for _, field in ipairs(expansion.fields or {}) do
    if field.part == 'default' then
      defaults = defaults or { #lines + 1 }
    end
    local about = origin(field)
    for index, line in ipairs(lines_of(field)) do
      local notes = { line[2] or nil }
      if index == 1 then
        table.insert(notes, about)
      end
      local note = #notes > 0 and ' // ' .. table.concat(notes, ', ') or ''
      add('  ' .. line[1] .. note, field.origin.location)
    end
  end
  if defaults then
    defaults[2] = #lines
  end
  add('}')
  return lines, places, defaults
end

--- Open expansions by their buffer, with the record's name, and the source whose unit has the record.
local views = {}

--- Shows a record in the buffer of a view, or a message if the record no longer exists. Returns the first and last line
--- of the fields with default values.
local function fill(buffer, view, expansion)
  local lines, defaults
  if expansion then
    lines, view.places, defaults = render(expansion)
  else
    lines, view.places = { ('// There is no record %s here.'):format(view.name) }, {}
  end
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable = false
  places_of_views.keep(buffer, view.places)
  return defaults
end

--- Updates all expansions of a server's records, after the server has checked an edit.
function M.refresh(running)
  for buffer, view in pairs(views) do
    if view.client == running.id then
      local params = vim.tbl_extend('force', view.scope, { name = view.name })
      client.request('tablegen/expandRecord', params, function(expansion)
        if views[buffer] == view then
          fill(buffer, view, expansion)
        end
      end, running)
    end
  end
end

local function show(expansion, scope, running)
  if not expansion then
    vim.notify('tablegen: there is no record here', vim.log.levels.INFO)
    return
  end
  local buffer = vim.api.nvim_create_buf(false, true)
  local view = { name = expansion.name, scope = scope, client = running.id, places = {} }
  views[buffer] = view
  client.note_view(buffer, running)
  local defaults = fill(buffer, view, expansion)
  local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].syntax = 'tablegen'
  pcall(vim.api.nvim_buf_set_name, buffer, 'tablegen://expand/' .. expansion.name)
  vim.cmd(('botright %dsplit'):format(math.min(#lines + 1, math.floor(vim.o.lines / 2))))
  vim.api.nvim_win_set_buf(0, buffer)
  vim.wo.wrap = false
  if defaults and defaults[1] < defaults[2] then
    vim.wo.foldmethod = 'manual'
    vim.wo.foldenable = true
    vim.cmd(('%d,%dfold'):format(defaults[1], defaults[2]))
  end
  local function jump()
    client.jump(view.places[vim.api.nvim_win_get_cursor(0)[1]])
  end
  for _, key in ipairs({ 'gd', '<CR>' }) do
    vim.keymap.set('n', key, jump, { buffer = buffer, desc = 'Go to where the value was set' })
  end
  vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = buffer, desc = 'Close' })
  vim.api.nvim_create_autocmd('BufWipeout', {
    buffer = buffer,
    callback = function()
      places_of_views.drop(buffer)
      views[buffer] = nil
    end,
  })
end

local function ask(params, running)
  client.request('tablegen/expandRecord', params, function(expansion)
    show(expansion, { textDocument = params.textDocument }, running)
  end, running)
end

--- Shows the record at a position of a buffer.
function M.at(buffer, position)
  ask({ textDocument = client.document(buffer), position = position }, client.get(buffer))
end

--- `:TableGenExpand [name]`
function M.command(given)
  local source = client.source()
  local params = source and { textDocument = client.document(source) } or {}
  if given.args ~= '' then
    params.name = given.args
  else
    params.position = client.position()
  end
  ask(params, client.get(source))
end

return M
