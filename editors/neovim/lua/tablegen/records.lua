-- `:TableGenRecords [filter]`: the records that a filter finds.

local client = require('tablegen.client')

local M = {}

local LIMIT = 20000

local function to_quickfix(records, title)
  local items = {}
  for _, record in ipairs(records) do
    local location = record.location
    if type(location) == 'table' then
      table.insert(items, {
        filename = vim.uri_to_fname(location.uri),
        lnum = location.range.start.line + 1,
        col = location.range.start.character + 1,
        text = ('%s : %s'):format(record.name, table.concat(record.classes, ', ')),
      })
    end
  end
  vim.fn.setqflist({}, ' ', { title = title, items = items })
  vim.cmd('botright copen')
end

local function to_select(records, title)
  vim.ui.select(records, {
    prompt = title,
    format_item = function(it)
      return ('%s  %s'):format(it.name, client.describe(it.location))
    end,
  }, function(choice)
    if choice then
      client.jump(choice.location)
    end
  end)
end

--- `:TableGenRecords [filter]`
function M.command(given)
  local source = client.source()
  local params = { limit = LIMIT, filter = given.args ~= '' and given.args or nil }
  if source then
    params.textDocument = client.document(source)
  end
  client.request('tablegen/records', params, function(answer)
    if answer.total == 0 then
      vim.notify('tablegen: no record matches', vim.log.levels.INFO)
      return
    end
    local title = ('TableGen records %s (%d)'):format(given.args, answer.total)
    local show = require('tablegen').config.picker == 'select' and to_select or to_quickfix
    show(answer.records, title)
  end)
end

return M
