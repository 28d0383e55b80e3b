-- Changes since the last save or a commit: `:TableGenChanges` lists the changed records, `:TableGenTables` the changed
-- tables among all that the build makes.

local client = require('tablegen.client')
local panel = require('tablegen.panel')

local M = {}

--- The base of the comparison that a command's arguments name: a revision, or by default the last save.
local function base_of(given)
  local revision = vim.trim(given.args)
  return revision == '' and 'save' or { revision = revision }
end

local function since(base)
  return type(base) == 'table' and base.revision or 'the last save'
end

--- A value on one line.
local function short(value)
  return (value:gsub('%s+', ' '))
end

--- `:TableGenChanges [revision]`
function M.records(given)
  local scope, running = panel.scope()
  local base = base_of(given)
  client.request('tablegen/compare', vim.tbl_extend('force', scope, { base = base }), function(answer)
    local items = {}
    for _, it in ipairs(answer.changed) do
      local fields = vim.tbl_map(function(field)
        return ('%s: %s → %s'):format(field.name, short(field.old), short(field.new))
      end, it.fields)
      table.insert(items, { text = it.name, location = it.location, details = fields })
    end
    for _, it in ipairs(answer.added) do
      table.insert(items, { text = '+ ' .. it.name, location = it.location })
    end
    for _, it in ipairs(answer.removed) do
      table.insert(items, { text = '- ' .. it.name })
    end
    if #items == 0 then
      items = { { text = 'No record has changed since ' .. since(base) } }
    end
    panel.show('records changed', items, running)
  end, running)
end

--- Shows a table as it was and as it is, side by side in a new tab.
local function show_diff(table_, base)
  vim.cmd('tabnew')
  local function fill(text, name)
    local buffer = vim.api.nvim_get_current_buf()
    vim.bo[buffer].buftype = 'nofile'
    vim.bo[buffer].bufhidden = 'wipe'
    vim.bo[buffer].swapfile = false
    pcall(vim.api.nvim_buf_set_name, buffer, ('tablegen://%s %s'):format(name, table_.words))
    vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(text, '\n', { plain = true }))
    vim.bo[buffer].modifiable = false
    vim.bo[buffer].syntax = table_.language == 'text' and '' or table_.language
    vim.cmd('diffthis')
    vim.keymap.set('n', 'q', '<Cmd>tabclose<CR>', { buffer = buffer, desc = 'Close both' })
  end
  fill(table_.texts.old, since(base))
  vim.cmd('rightbelow vnew')
  fill(table_.texts.new, 'now')
end

--- How much of a table has changed.
local function extent(it)
  local parts = {}
  if it.added + it.removed > 0 then
    table.insert(parts, ('+%d -%d lines'):format(it.added, it.removed))
  end
  if (it.renumbered or 0) > 0 then
    table.insert(parts, ('%d with other numbers only'):format(it.renumbered))
  end
  return table.concat(parts, ', ')
end

--- `:TableGenTables [revision]`
function M.tables(given)
  local scope, running = panel.scope()
  local base = base_of(given)
  local params = vim.tbl_extend('force', scope, { base = base })
  client.request('tablegen/compareTables', params, function(tables)
    local changed, failed, same = {}, {}, 0
    for _, it in ipairs(tables) do
      local name = type(it.output) == 'string' and vim.fn.fnamemodify(it.output, ':t') or it.words
      if it.failure then
        table.insert(failed, { text = name, location = it.location, details = { it.failure } })
      elseif extent(it) ~= '' then
        table.insert(changed, {
          text = ('%s  %s'):format(name, extent(it)),
          action = function()
            local one = vim.tbl_extend('force', params, { table = it.words })
            client.request('tablegen/compareTables', one, function(found)
              if found[1] and found[1].texts then
                show_diff(found[1], base)
              end
            end, running)
          end,
        })
      else
        same = same + 1
      end
    end
    local items = vim.list_extend(changed, failed)
    local rest = #tables == 0 and 'The build makes no table of this root'
      or ('%d tables are as they were since %s'):format(same, since(base))
    if same > 0 or #items == 0 then
      table.insert(items, { text = rest })
    end
    panel.show('tables changed', items, running)
  end, running)
end

return M
