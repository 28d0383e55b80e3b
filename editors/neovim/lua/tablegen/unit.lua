-- `:TableGenUnit [name]`: the unit that the file is read for.

local client = require('tablegen.client')

local M = {}

local known = {}

--- The unit in the last status of each server, by its client's id.
M.current = {}

--- Asks a server for the units of the current source, or for all units if the source is not of this server.
local function ask(running, on_result)
  local source = client.source()
  local is_own = source and client.get(source) == running
  local params = is_own and { textDocument = client.document(source) } or vim.empty_dict()
  client.request('tablegen/units', params, on_result, running)
end

--- Fetches the unit of a status, unless it is known.
function M.learn(status, running)
  local current = M.current[running.id]
  if not status.unit or (current and current.id == status.unit) then
    return
  end
  ask(running, function(all)
    for _, unit in ipairs(all) do
      if unit.id == status.unit then
        M.current[running.id] = unit
        pcall(vim.cmd, 'redrawstatus!')
      end
    end
  end)
end

local function units(running, on_result)
  ask(running, function(all)
    known = all
    on_result(all)
  end)
end

local function select_unit(unit, running)
  client.request('tablegen/selectUnit', { unit = unit.id }, function()
    vim.notify(('tablegen: unit %s'):format(unit.name), vim.log.levels.INFO)
  end, running)
end

--- The names of the file's units that begin with `lead`.
function M.complete(lead)
  local done = false
  local running = client.get()
  if running then
    units(running, function()
      done = true
    end)
    vim.wait(1000, function()
      return done
    end, 20)
  end
  local names = vim.tbl_map(function(it)
    return it.name
  end, known)
  return vim.tbl_filter(function(name)
    return vim.startswith(name, lead)
  end, names)
end

--- `:TableGenUnit [name]`
function M.command(given)
  local running = client.get()
  units(running, function(all)
    for _, unit in ipairs(all) do
      if given.args ~= '' and (unit.name == given.args or unit.id == given.args) then
        select_unit(unit, running)
        return
      end
    end
    if given.args ~= '' then
      vim.notify(('tablegen: there is no unit %s'):format(given.args), vim.log.levels.ERROR)
      return
    end
    vim.ui.select(all, {
      prompt = 'Unit',
      format_item = function(it)
        local mark, root = it.active and '* ' or '  ', vim.uri_to_fname(it.root)
        return ('%s%s  %s  %s'):format(mark, it.name, it.release, root)
      end,
    }, function(choice)
      if choice then
        select_unit(choice, running)
      end
    end)
  end)
end

return M
