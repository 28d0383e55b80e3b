-- Which lines of a generated table come from which records. Edits of the table change it in place.

local M = {}
M.__index = M

--- Reads entries of three numbers each: the first line, the line after the last, and the index of the record.
local function read(records, numbers)
  local entries = {}
  for at = 1, #numbers, 3 do
    table.insert(entries, { start = numbers[at], ['end'] = numbers[at + 1], record = records[numbers[at + 2] + 1] })
  end
  return entries
end

local function by_record(entries)
  local lines = {}
  for _, entry in ipairs(entries) do
    local all = lines[entry.record]
    if all then
      table.insert(all, entry)
    else
      lines[entry.record] = { entry }
    end
  end
  return lines
end

--- The number of edits for which `holds` is true. They must come before all others.
local function count(edits, holds)
  local low, high = 0, #edits
  while low < high do
    local middle = math.floor((low + high) / 2)
    if holds(edits[middle + 1]) then
      low = middle + 1
    else
      high = middle
    end
  end
  return low
end

--- The number of lines of a text.
local function total(text)
  local _, feeds = text:gsub('\n', '')
  return feeds + ((text == '' or text:sub(-1) == '\n') and 0 or 1)
end

--- Moves the lines of entries. The start of an entry moves with the edits that end at or before it. Its end also moves
--- with edits inside the entry, but not with lines that are inserted right after it.
local function move(entries, edits)
  local added, moves = { [0] = 0 }, false
  for at, edit in ipairs(edits) do
    local lines = total(edit.text) - (edit.endLine - edit.startLine)
    added[at] = added[at - 1] + lines
    moves = moves or lines ~= 0
  end
  if not moves then
    return
  end
  for _, entry in ipairs(entries) do
    local start, finish = entry.start, entry['end']
    entry.start = start + added[count(edits, function(edit)
      return edit.endLine <= start
    end)]
    entry['end'] = finish
      + added[count(edits, function(edit)
        return edit.endLine <= finish and edit.startLine < finish
      end)]
  end
end

--- Reads a map in the server's compact form (`compactMap`).
function M.new(map)
  local entries = read(map.records, map.entries)
  return setmetatable({ entries = entries, by_record = by_record(entries) }, M)
end

--- Moves all entries with edits of the text, and then replaces the entries in `changed`.
function M:apply(edits, changed)
  move(self.entries, edits)
  if not changed then
    return
  end
  local entries, copied = {}, 0
  local function copy(last)
    for at = copied + 1, last do
      table.insert(entries, self.entries[at])
    end
  end
  for _, edit in ipairs(changed.edits) do
    copy(edit.start)
    vim.list_extend(entries, read(changed.records, edit.entries))
    copied = edit.start + edit.deleteCount
  end
  copy(#self.entries)
  self.entries, self.by_record = entries, by_record(entries)
end

--- The innermost entry that contains a line of the whole table.
function M:at(line)
  local found
  for _, entry in ipairs(self.entries) do
    if entry.start > line then
      break
    end
    if line < entry['end'] and (not found or entry['end'] - entry.start <= found['end'] - found.start) then
      found = entry
    end
  end
  return found
end

return M
