-- `:TableGenTags [file]`: a tags file of the classes and records of the unit.

local client = require('tablegen.client')

local M = {}

local function tag(name, location, kind, folder)
  local file = vim.uri_to_fname(location.uri)
  if vim.startswith(file, folder .. '/') then
    file = file:sub(#folder + 2)
  end
  return ('%s\t%s\t%d;"\t%s'):format(name, file, location.range.start.line + 1, kind)
end

local function write(path, classes, records)
  local folder = vim.fn.fnamemodify(path, ':p:h')
  local lines = {}
  local function add(items, kind)
    for _, it in ipairs(items) do
      if type(it.location) == 'table' then
        table.insert(lines, tag(it.name, it.location, kind, folder))
      end
    end
  end
  add(classes, 'c')
  add(records, 'd')
  -- Vim uses binary search in a sorted tags file, which must be in the order of bytes.
  table.sort(lines)
  local header = { '!_TAG_FILE_FORMAT\t2\t//', '!_TAG_FILE_SORTED\t1\t//' }
  vim.fn.writefile(vim.list_extend(header, lines), path)
  vim.notify(('tablegen: %d tags in %s'):format(#lines, path), vim.log.levels.INFO)
end

--- `:TableGenTags [file]`
function M.command(given)
  local source = client.source()
  local running = source and client.get(source)
  if not source or not running then
    vim.notify('tablegen: open a .td file first', vim.log.levels.ERROR)
    return
  end
  local path = given.args ~= '' and given.args or (running.config.root_dir .. '/tags')
  local scope = { textDocument = client.document(source) }
  client.request('tablegen/classes', scope, function(classes)
    client.request('tablegen/records', vim.tbl_extend('force', scope, { limit = 1000000 }), function(answer)
      write(path, classes, answer.records)
    end, running)
  end, running)
end

return M
