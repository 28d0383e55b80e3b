-- Tests which workspace a file belongs to, and several servers at once. Run this script like test.lua.

local plugin = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h:h')
vim.opt.hidden = true
vim.cmd('filetype plugin on')

local harness = dofile(plugin .. '/test/harness.lua')
local server = harness.server
local test, wait, equal, contains = harness.test, harness.wait, harness.equal, harness.contains
local text, shown, cursor_on = harness.text, harness.shown, harness.cursor_on
local last_message, choosing = harness.last_message, harness.choosing

local client = require('tablegen.client')
local workspace = require('tablegen.workspace')
require('tablegen').setup({ cmd = { server, 'lsp' } })

local base = vim.fn.tempname()

--- Writes a file below a folder of this test, or makes a folder if the name ends with a slash. Returns the path.
local function file(name, written)
  local path = base .. '/' .. name
  vim.fn.mkdir(path:match('/$') and path or vim.fn.fnamemodify(path, ':h'), 'p')
  if not path:match('/$') then
    vim.fn.writefile(written or {}, path)
  end
  return path
end

--- Opens a file, and returns its client.
local function open(path)
  vim.cmd('silent edit! ' .. path)
  return wait('a client of ' .. path, function()
    for _, it in ipairs(client.all()) do
      if vim.lsp.buf_is_attached(0, it.id) and it.initialized then
        return it
      end
    end
  end)
end

local function of(name)
  local found = workspace.of(file(name))
  return found == base and '' or found:sub(#base + 2)
end

test('a repository, whose .git is a file in worktrees and submodules', function()
  file('repo/.git/')
  file('repo/CMakeLists.txt')
  equal(of('repo/lib/A.td'), 'repo')
  file('worktree/.git', { 'gitdir: ../repo/.git/worktrees/worktree' })
  equal(of('worktree/lib/A.td'), 'worktree')
  file('repo/sub/.git', { 'gitdir: ../.git/modules/sub' })
  equal(of('repo/sub/lib/A.td'), 'repo/sub')
  file('jj/.jj/')
  equal(of('jj/lib/deep/A.td'), 'jj')
end)

test('without a repository', function()
  file('llvm/llvm/include/llvm/')
  equal(of('llvm/llvm/lib/Target/A.td'), 'llvm')
  file('installed/include/llvm/')
  equal(of('installed/include/llvm/Target/A.td'), 'installed')
  file('cmake/CMakeLists.txt')
  file('cmake/lib/CMakeLists.txt')
  equal(of('cmake/lib/deep/A.td'), 'cmake')
  file('plain/lib/deep/')
  local before = vim.fn.getcwd()
  vim.cmd('cd ' .. base .. '/plain')
  equal(of('plain/lib/deep/A.td'), 'plain')
  vim.cmd('cd ' .. before)
  equal(of('plain/lib/deep/A.td'), 'plain/lib/deep')
end)

local root = file('tree/lib/Root.td', {
  'include "Base.td"',
  'include "sub/Header.td"',
  'def InTree : Base<1>;',
})
local header = file('tree/include/Base.td', { 'class Base<int n> { int N = n; }' })
local submodule = file('tree/sub/Header.td', { 'class OfSub;' })
local apart = file('tree/sub/Apart.td', { 'class Alone;' })
local other = file('other/Other.td', { 'class Base;', 'def InOther : Base;' })
file('tree/.git', { 'gitdir: elsewhere' })
file('tree/sub/.git', { 'gitdir: elsewhere' })
file('other/.git/')

test('all folders of a worktree have one server', function()
  local first = open(root)
  equal(first.config.root_dir, base .. '/tree')
  equal(open(header).id, first.id)
  equal(#client.all(), 1)
end)

test('a header of a submodule belongs to the target that it was opened from', function()
  local first = open(root)
  equal(open(submodule).id, first.id)
  equal(#client.all(), 1)
  -- A file that no unit of the target reads gets the server of its own workspace.
  open(root)
  equal(open(apart).config.root_dir, base .. '/tree/sub')
  -- Even while that server runs, a header goes to the server of the target from which it was opened.
  vim.cmd('bwipeout! ' .. submodule)
  open(root)
  equal(open(submodule).id, first.id)
end)

test('commands go to the server of their buffer', function()
  local first, second = open(root), open(other)
  assert(first.id ~= second.id)
  --- Waits until the buffer's server has looked at its unit.
  local function ready()
    return wait('a status', function()
      return require('tablegen').status():match('^%S+ ready')
    end)
  end
  ready()
  vim.cmd('TableGenExpand InOther')
  contains(text(wait('the expansion', function()
    return shown('expand/InOther$')
  end)), 'InOther')
  vim.cmd('only')

  open(root)
  contains(ready(), 'Root.td')
  vim.cmd('TableGenExpand InTree')
  contains(text(wait('the expansion', function()
    return shown('expand/InTree$')
  end)), 'int N = 1;')
  vim.cmd('only | buffer ' .. root)

  vim.cmd('TableGenRecords')
  local items = wait('the records', function()
    local all = vim.fn.getqflist()
    return #all > 0 and all
  end)
  equal(#items, 1)
  contains(items[1].text, 'InTree')
  vim.cmd('cclose')

  local offered = choosing(nil, function()
    vim.cmd('TableGenUnit')
  end)
  contains(offered[1], 'Root.td')
  assert(vim.tbl_contains(require('tablegen.unit').complete(''), 'Root.td'))
  vim.cmd('TableGenTags')
  contains(last_message('tags in '), base .. '/tree/tags')
  file('tree/use.cpp', { 'int x = T::InTree;' })
  vim.cmd('edit ' .. base .. '/tree/use.cpp')
  cursor_on('InTree')
  vim.cmd('TableGenGoToRecord')
  wait('the record', function()
    return vim.fn.expand('%:t') == 'Root.td'
  end)
  cursor_on('InTree')
  vim.cmd('TableGenUses')
  wait('the list', function()
    return vim.bo.buftype == 'quickfix'
  end)
  equal(#vim.fn.getqflist(), 1)
  vim.cmd('cclose')
end)

test('each server has its previews', function()
  --- The preview of a source's records.
  local function preview_of(path, name)
    open(path)
    vim.cmd('TableGenPreview print-records')
    return wait('the preview', function()
      return shown(name .. '/print%-records$')
    end)
  end
  local tree = preview_of(root, 'Root')
  vim.cmd('split')
  local apart_from_it = preview_of(other, 'Other')
  contains(text(tree), 'def InTree')
  contains(text(apart_from_it), 'def InOther')
  -- Both servers number their previews from one. An edit must only change previews of its own server.
  vim.cmd('silent %s/InOther/Renamed/')
  wait('the changed table', function()
    return text(apart_from_it):find('def Renamed', 1, true)
  end)
  contains(text(tree), 'def InTree')
  vim.cmd('silent undo')
  -- In a preview, commands go to the server that made it.
  vim.api.nvim_set_current_win(vim.fn.bufwinid(tree))
  equal(client.get().config.root_dir, base .. '/tree')
  assert(vim.fn.search('^def InTree') > 0)
  vim.api.nvim_feedkeys('gd', 'x', false)
  equal(vim.fn.expand('%:t'), 'Root.td')
  vim.cmd('buffer ' .. other)
  vim.cmd('silent edit!')
end)

test('a server that was stopped is started again', function()
  local first = open(root)
  vim.lsp.stop_client(first.id, true)
  wait('the end', function()
    return not vim.lsp.get_client_by_id(first.id)
  end)
  vim.cmd('bwipeout! ' .. header)
  local again = open(header)
  assert(again.id ~= first.id)
  equal(again.config.root_dir, base .. '/tree')
end)

harness.finish()
