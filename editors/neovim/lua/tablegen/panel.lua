-- The results of a request in a split. <CR> on a line goes to the place of the result.

local client = require('tablegen.client')
local places_of_views = require('tablegen.places')

local M = {}

--- The buffer of each title. The next answer with the same title replaces its contents.
local panels = {}

local function buffer_of(title)
  local known = panels[title]
  if known and vim.api.nvim_buf_is_valid(known) then
    return known
  end
  local buffer = vim.api.nvim_create_buf(false, true)
  panels[title] = buffer
  pcall(vim.api.nvim_buf_set_name, buffer, 'tablegen://' .. title)
  vim.bo[buffer].bufhidden = 'wipe'
  vim.api.nvim_create_autocmd('BufWipeout', {
    buffer = buffer,
    callback = function()
      panels[title] = nil
      places_of_views.drop(buffer)
    end,
  })
  return buffer
end

--- Shows items. Each has a `text`, and may have `details`, a `location`, and an `action` that <CR> runs instead of
--- going to the location. If there are no items, `nothing` says so.
function M.show(title, items, running, nothing)
  local lines, targets, locations = {}, {}, {}
  for _, item in ipairs(items) do
    local place = client.describe(item.location)
    table.insert(lines, place ~= '' and ('%s  %s'):format(item.text, place) or item.text)
    targets[#lines] = item
    for _, detail in ipairs(item.details or {}) do
      table.insert(lines, '    ' .. detail)
      targets[#lines] = item
    end
    if type(item.location) == 'table' then
      table.insert(locations, item.location)
    end
  end
  if #items == 0 then
    lines = { nothing or 'Nothing was found.' }
  end
  local buffer = buffer_of(title)
  client.note_view(buffer, running)
  places_of_views.keep(buffer, locations)
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.tbl_map(function(line)
    return (line:gsub('\n', ' '))
  end, lines))
  vim.bo[buffer].modifiable = false
  local window = vim.fn.win_findbuf(buffer)[1]
  if window then
    vim.api.nvim_set_current_win(window)
  else
    vim.cmd(('botright %dsplit'):format(math.min(#lines + 1, math.floor(vim.o.lines / 3))))
    vim.api.nvim_win_set_buf(0, buffer)
    vim.wo.wrap = false
  end
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  local function go()
    local item = targets[vim.api.nvim_win_get_cursor(0)[1]]
    if item and item.action then
      item.action()
    elseif item then
      client.jump(item.location)
    end
  end
  for _, key in ipairs({ 'gd', '<CR>' }) do
    vim.keymap.set('n', key, go, { buffer = buffer, desc = 'Go to what the line is about' })
  end
  vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = buffer, desc = 'Close' })
  return buffer
end

--- Calls `done` with the arguments of a command, or else with the user's answer to a prompt.
function M.text_of(given, prompt, default, done)
  if given.args ~= '' then
    done(given.args)
    return
  end
  vim.ui.input({ prompt = prompt .. ': ', default = default }, function(text)
    if text and vim.trim(text) ~= '' then
      done(vim.trim(text))
    end
  end)
end

--- The parameters of a request about the unit of the current source, and the client of that source.
function M.scope()
  local source = client.source()
  return { textDocument = source and client.document(source) or nil }, client.get(source)
end

return M
