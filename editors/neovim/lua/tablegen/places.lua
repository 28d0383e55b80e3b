-- The locations that views show. Edits move them here, since the server does not send locations again that only moved.

local M = {}

--- Lists of locations, by the view that keeps them.
local kept = {}

--- Keeps locations for a view, in place of its earlier ones. No table may be in the list twice: it would move twice.
function M.keep(view, locations)
  kept[view] = locations
end

--- Forgets the locations of a view.
function M.drop(view)
  kept[view] = nil
end

--- Moves the locations in a file that begin at or after a position by `added` lines. Columns stay: commands go to
--- the line of a location.
local function move(uri, row, column, added)
  for _, locations in pairs(kept) do
    for _, location in pairs(locations) do
      local start, finish = location.range.start, location.range['end']
      if location.uri == uri and (start.line > row or start.line == row and start.character >= column) then
        start.line, finish.line = start.line + added, finish.line + added
      end
    end
  end
end

local watched = {}

--- Follows the edits of a buffer.
function M.watch(buffer)
  if watched[buffer] then
    return
  end
  watched[buffer] = vim.api.nvim_buf_attach(buffer, false, {
    on_bytes = function(_, _, _, row, column, _, old_rows, old_columns, _, new_rows)
      if new_rows ~= old_rows then
        local behind = old_rows == 0 and column + old_columns or old_columns
        move(vim.uri_from_bufnr(buffer), row + old_rows, behind, new_rows - old_rows)
      end
    end,
    on_reload = function() end,
    on_detach = function()
      watched[buffer] = nil
    end,
  })
end

return M
