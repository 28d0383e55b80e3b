-- Which workspace a file belongs to, as `tablegen-analyzer check` sees it (docs/units.md).

local M = {}

local uv = vim.uv or vim.loop

--- Folders of the system, which are no workspaces even if they look like a project's.
local systems = { ['/'] = true, ['/usr'] = true, ['/usr/local'] = true }

--- A folder and the folders around it, the innermost first, without those of the system.
local function around(folder)
  local found = {}
  while true do
    if not systems[folder] then
      table.insert(found, folder)
    end
    local outer = vim.fn.fnamemodify(folder, ':h')
    if outer == folder then
      return found
    end
    folder = outer
  end
end

--- The first of `folders` that contains one of `names`. In worktrees and submodules, `.git` is a file.
local function nearest(folders, names)
  for _, folder in ipairs(folders) do
    for _, name in ipairs(names) do
      if uv.fs_stat(folder .. '/' .. name) then
        return folder
      end
    end
  end
end

local function outermost(folders, name)
  local found
  for _, folder in ipairs(folders) do
    found = uv.fs_stat(folder .. '/' .. name) and folder or found
  end
  return found
end

--- The current folder, if it is one of `folders`. A home folder is never a workspace.
local function current(folders)
  local folder = vim.fn.fnamemodify(vim.fn.getcwd(), ':p:s?/$??')
  local is_home = folder == vim.fn.fnamemodify('~', ':p:s?/$??')
  return not is_home and vim.tbl_contains(folders, folder) and folder or nil
end

--- The folder of the workspace that contains a file, or that contains the current folder if `file` is empty.
function M.of(file)
  local folder = vim.fn.fnamemodify(file ~= '' and file or vim.fn.getcwd() .. '/x', ':p:h')
  local folders = around(folder)
  return nearest(folders, { '.git', '.hg', '.jj' })
    or nearest(folders, { 'llvm/include/llvm' })
    or nearest(folders, { 'include/llvm' })
    or outermost(folders, 'CMakeLists.txt')
    or current(folders)
    or folder
end

return M
