-- `:TableGenRecords [filter]`: the records that a filter finds.

local client = require('tablegen.client')

local M = {}

local LIMIT = 1000000

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

--- The records of `all` whose names contain a word, followed by the other records of `found`.
local function with_names(word, all, found)
  local part, seen, records = word:lower(), {}, {}
  for _, record in ipairs(all) do
    if record.name:lower():find(part, 1, true) then
      seen[record.name] = true
      table.insert(records, record)
    end
  end
  for _, record in ipairs(found) do
    if not seen[record.name] then
      table.insert(records, record)
    end
  end
  return records
end

local function show(filter, records)
  if #records == 0 then
    vim.notify('tablegen: no record matches', vim.log.levels.INFO)
    return
  end
  local title = ('TableGen records %s (%d)'):format(filter, #records)
  local picker = require('tablegen').config.picker == 'select' and client.choose or to_quickfix
  picker(records, title)
end

--- Shows the records of a class, in the unit of a buffer.
function M.of_class(buffer, class)
  local params = { limit = LIMIT, textDocument = client.document(buffer), class = class }
  client.request('tablegen/records', params, function(answer)
    show(class, answer.records)
  end, client.get(buffer))
end

--- `:TableGenRecords [filter]`: a single word is also looked for in names.
function M.command(given)
  local source = client.source()
  local filter = given.args
  local params = { limit = LIMIT, textDocument = source and client.document(source) or nil }
  if filter ~= '' then
    params.filter = filter
  end
  local running = client.get(source)
  if not filter:match('^[%w_.]+$') then
    client.request('tablegen/records', params, function(answer)
      show(filter, answer.records)
    end, running)
    return
  end
  -- As a filter, a word that is neither a class nor a field is an error, even if it is a part of names.
  client.ask('tablegen/records', params, function(answer)
    params.filter = nil
    client.request('tablegen/records', params, function(all)
      show(filter, with_names(filter, all.records, answer and answer.records or {}))
    end, running)
  end, running)
end

return M
