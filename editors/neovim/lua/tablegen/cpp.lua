-- Between C++ and records: `:TableGenGoToRecord` and `:TableGenUses`.

local client = require('tablegen.client')

local M = {}

--- The name at the cursor, with its namespaces: `X86::GR32RegClass`.
local function name_at_cursor()
  local line = vim.api.nvim_get_current_line()
  local column = vim.api.nvim_win_get_cursor(0)[2] + 1
  local start = 1
  while true do
    local first, last = line:find('[%w_:]+', start)
    if not first or first > column then
      return nil
    end
    if last >= column then
      return (line:sub(first, last):gsub('^:+', ''):gsub(':+$', ''))
    end
    start = last + 1
  end
end

local function go(found, name)
  if not found or #found == 0 then
    local text = ('tablegen: no record is known for %s; :TableGenUnit chooses where to look'):format(name)
    vim.notify(text, vim.log.levels.INFO)
  elseif #found == 1 then
    client.jump(found[1].location)
  else
    client.choose(found, 'Record')
  end
end

--- `:TableGenGoToRecord [name]`: the record that a name in C++ stands for.
function M.go_to_record(given)
  local name = given.args ~= '' and given.args or name_at_cursor()
  if not name then
    vim.notify('tablegen: there is no name here', vim.log.levels.INFO)
    return
  end
  client.request('tablegen/findRecord', { textDocument = client.document(), name = name }, function(found)
    go(found, name)
  end)
end

--- `:TableGenUses`: where C++ mentions the record under the cursor, in the quickfix list.
function M.uses()
  local params = { textDocument = client.document(), position = client.position() }
  client.request('tablegen/usesInCpp', params, function(found)
    local items = vim.tbl_map(function(location)
      local file = vim.uri_to_fname(location.uri)
      local start = location.range.start
      local line = (vim.fn.readfile(file, '', start.line + 1) or {})[start.line + 1]
      return { filename = file, lnum = start.line + 1, col = start.character + 1, text = line or '' }
    end, found)
    if #items == 0 then
      vim.notify('tablegen: C++ in this workspace does not mention it', vim.log.levels.INFO)
      return
    end
    vim.fn.setqflist({}, ' ', { title = 'TableGen uses in C++', items = items })
    vim.cmd('botright copen')
  end)
end

return M
