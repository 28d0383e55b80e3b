-- Tests every command in a headless Neovim, with the plugin on 'runtimepath' from the start:
--
--     nvim --headless --clean -u NONE --cmd 'set rtp^=editors/neovim' -S editors/neovim/test/test.lua
--
-- The variables $TABLEGEN_ANALYZER and $TABLEGEN_EXAMPLE name the server and a copy of the example.

local plugin = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h:h')
vim.cmd('filetype plugin indent on | syntax on')

local harness = dofile(plugin .. '/test/harness.lua')
local server, example = harness.server, harness.example
local test, wait, equal, contains = harness.test, harness.wait, harness.equal, harness.contains
local lines, text, shown, cursor_on = harness.lines, harness.text, harness.shown, harness.cursor_on
local last_message, choosing = harness.last_message, harness.choosing

local function open(name)
  vim.cmd('silent edit! ' .. example .. '/' .. name)
end

local function highlight(word, offset)
  vim.fn.cursor(1, 1)
  local line, column = unpack(vim.fn.searchpos('\\V' .. word, 'cnw'))
  local ids = vim.fn.synstack(line, column + (offset or 0))
  return #ids > 0 and vim.fn.synIDattr(ids[#ids], 'name') or ''
end

require('tablegen').setup({ cmd = { server, 'lsp' } })

test('filetype, options and syntax', function()
  open('Registers.td')
  equal(vim.bo.filetype, 'tablegen')
  equal(vim.bo.commentstring, '// %s')
  equal(highlight('foreach i'), 'tablegenRepeat')
  equal(highlight('R#i'), 'tablegenRecordName')
  equal(highlight('"Base.td"'), 'tablegenString')
  equal(highlight('!cast'), 'tablegenBang')
end)

test('syntax of code blocks', function()
  vim.cmd('enew! | set filetype=tablegen')
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'code c = [{ return f(1; }];', 'def After;' })
  assert(highlight('return'):match('^c'), highlight('return') .. ' is not of C++')
  equal(highlight('After'), 'tablegenRecordName')
  vim.cmd('bwipeout!')
end)

test('indentation', function()
  vim.cmd('enew! | set filetype=tablegen')
  local indented = {
    'class A<int x>',
    '    : B {',
    '  int Y = !add(',
    '    x,',
    '    1',
    '  );',
    '}',
    'foreach i = [1] in',
    '  def D#i;',
    'def E;',
  }
  vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.tbl_map(vim.trim, indented))
  vim.cmd('silent normal! gg=G')
  local got = lines(0)
  -- The last line is not compared: after a statement without braces, its indentation depends on the author's intent.
  equal(vim.list_slice(got, 1, 9), vim.list_slice(indented, 1, 9))
  vim.cmd('bwipeout!')
end)

test('the server attaches', function()
  open('Toy.td')
  wait('the client', function()
    local client = require('tablegen.client').get()
    return client and client.server_capabilities
  end)
  wait('a status', function()
    return require('tablegen').status() ~= ''
  end)
end)

test('diagnostics', function()
  open('Broken.td')
  local found = wait('diagnostics', function()
    local all = vim.diagnostic.get(0)
    return #all >= 2 and all
  end)
  table.sort(found, function(a, b)
    return a.lnum < b.lnum
  end)
  -- The line on which the semicolon is missing.
  equal(found[1].lnum, 4)
  contains(found[1].message, "expected ';'")
end)

test('definition', function()
  open('Toy.td')
  cursor_on('GPR, Pair')
  local encoding = require('tablegen.client').get().offset_encoding
  local params = vim.lsp.util.make_position_params(0, encoding)
  local answers = vim.lsp.buf_request_sync(0, 'textDocument/definition', params, 30000)
  contains(vim.inspect(answers), 'Registers.td')
end)

test('hover', function()
  open('Toy.td')
  cursor_on('ADDrr')
  vim.lsp.buf.hover()
  local float = wait('a hover', function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        return text(vim.api.nvim_win_get_buf(window))
      end
    end
  end)
  contains(float, 'ADDrr')
end)

-- Opens a file of the example and the preview of its unit's records.
local function preview_of(file)
  open(file)
  vim.cmd('TableGenPreview print-records')
  return wait('the preview', function()
    return shown('print%-records$')
  end)
end

test('preview follows the buffer and marks the record', function()
  local preview = preview_of('Registers.td')
  contains(text(preview), 'def GPR')
  cursor_on('def GPR')
  local namespace = vim.api.nvim_get_namespaces()['tablegen.preview']
  local marks = wait('marked lines', function()
    local all = vim.api.nvim_buf_get_extmarks(preview, namespace, 0, -1, {})
    return #all > 0 and all
  end)
  contains(lines(preview)[marks[1][2] + 1], 'def GPR')
  vim.cmd('silent %s/RegisterClass<32,/RegisterClass<77,/')
  wait('the changed table', function()
    return text(preview):find('Size = 77', 1, true)
  end)
  vim.cmd('silent undo')
  wait('the table as before', function()
    return not text(preview):find('Size = 77', 1, true)
  end)
end)

test('the next and previous lines of a record in a preview', function()
  local preview = preview_of('Registers.td')
  vim.api.nvim_set_current_win(vim.fn.bufwinid(preview))
  assert(vim.fn.search('^def GPR') > 0)
  local line = vim.fn.line('.')
  -- If the record made a single range of lines, both commands go to its start, also from inside it.
  vim.cmd('normal! j')
  vim.cmd('normal ]r')
  equal(vim.fn.line('.'), line)
  vim.cmd('normal! j')
  vim.cmd('normal [r')
  equal(vim.fn.line('.'), line)
  vim.cmd('close')
end)

test('the map of a preview follows edits', function()
  local preview = preview_of('Registers.td')
  local source = vim.fn.bufnr('Registers.td')
  local client = require('tablegen.client')
  local record_map = require('tablegen.record_map')
  -- The entries of a map as texts that can be compared.
  local function written(map)
    return vim.tbl_map(function(it)
      return ('%d %d %s'):format(it.start, it['end'], it.record)
    end, map.entries)
  end
  for _, change in ipairs({
    { [[call append(3, 'def Also : Register<"also", 40>;')]], 'def Also', true },
    { '%s/RegisterClass<32,/RegisterClass<77,/', 'Size = 77', true },
    { '%s/def Also/def Renamed/', 'def Renamed', true },
    { 'g/def Renamed/delete', 'def Renamed', false },
  }) do
    local command, part, is_there = unpack(change)
    vim.api.nvim_buf_call(source, function()
      vim.cmd('silent ' .. command)
    end)
    wait('the table after ' .. command, function()
      return (text(preview):find(part, 1, true) ~= nil) == is_there
    end)
    local anew
    local params = { textDocument = client.document(source), backend = 'print-records', compactMap = true }
    client.request('tablegen/preview', params, function(answer)
      anew = answer
    end)
    wait('the table anew', function()
      return anew
    end)
    equal(text(preview) .. '\n', anew.text)
    equal(written(require('tablegen.preview').map_of(preview)), written(record_map.new(anew.map)))
    client.request('tablegen/closePreview', { preview = anew.preview }, function() end)
  end
  vim.api.nvim_buf_call(source, function()
    vim.cmd('silent edit!')
  end)
end)

--- The text of the mark beside a table that shows its state.
local function state_of(preview)
  local namespace = vim.api.nvim_get_namespaces()['tablegen.preview.state']
  local mark = vim.api.nvim_buf_get_extmarks(preview, namespace, 0, -1, { details = true })[1]
  return mark and mark[4].virt_text[1][1]
end

test('a large preview shows the record under the cursor first', function()
  local many = { 'def First;', 'foreach i = 1...10000 in def Row#i;' }
  vim.fn.writefile(many, example .. '/Many.td')
  open('Many.td')
  cursor_on('def First')
  local client = require('tablegen.client')
  local request, first, said = client.request, nil, nil
  client.request = function(method, params, done)
    request(method, params, function(answer)
      done(answer)
      if method == 'tablegen/preview' then
        first, said = answer, state_of(shown('print%-records$'))
      end
    end)
  end
  vim.cmd('TableGenPreview print-records')
  wait('the part', function()
    return first
  end)
  client.request = request
  local preview = shown('print%-records$')
  equal({ first.partial, first.text, said }, { true, 'def First {\n}\n', 'the rest follows' })
  wait('the whole', function()
    return text(preview):find('def Row1 ', 1, true)
  end)
  contains(text(preview), 'def First')
  equal(state_of(preview), nil)
end)

test('a preview of an earlier text says so, and why', function()
  local preview = preview_of('Registers.td')
  local function marked()
    return (state_of(preview) or ''):match('^outdated: Registers%.td:%d+: ') ~= nil
  end
  -- While a source does not parse, its table stays as it is.
  vim.cmd('silent %s/def GPR :/def GPR : </')
  wait('the mark', marked)
  vim.cmd('silent undo')
  wait('no mark', function()
    return not (state_of(preview) or ''):match('outdated')
  end)
end)

test('from C++ to a record and back', function()
  local file = example .. '/use.cpp'
  vim.fn.writefile({ '// é', 'auto &all = Toy::GPRRegClass;' }, file)
  open('Registers.td')
  open('use.cpp')
  cursor_on('RegClass')
  vim.cmd('TableGenGoToRecord')
  wait('the record', function()
    return vim.fn.expand('%:t') == 'Registers.td'
  end)
  contains(vim.api.nvim_get_current_line(), 'def GPR')
  cursor_on('GPR :')
  vim.cmd('TableGenUses')
  wait('the list', function()
    return vim.bo.buftype == 'quickfix'
  end)
  local item = vim.fn.getqflist()[1]
  equal({ item.lnum, item.col, item.text }, { 2, 18, 'auto &all = Toy::GPRRegClass;' })
  vim.cmd('cclose')
  vim.fn.setqflist({}, 'f')
  open('Registers.td')
  harness.forget_messages()
  vim.cmd('TableGenGoToRecord NoSuchName')
  last_message('no record is known for NoSuchName')
  vim.fn.delete(file)
end)

test('status', function()
  open('Toy.td')
  wait('the release', function()
    return require('tablegen').status():match('^Toy.td ready, LLVM %d+')
  end)
end)

test('from a line of the preview to its record', function()
  local preview = preview_of('Registers.td')
  vim.api.nvim_set_current_win(vim.fn.bufwinid(preview))
  assert(vim.fn.search('^def GPR') > 0)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes('<CR>', true, false, true), 'x', false)
  equal(vim.fn.expand('%:t'), 'Registers.td')
  contains(vim.api.nvim_get_current_line(), 'def GPR')
end)

test('backends are offered', function()
  open('Toy.td')
  local offered = choosing(nil, function()
    vim.cmd('TableGenPreview')
  end)
  contains(table.concat(offered, '\n'), 'print-records')
  assert(vim.tbl_contains(require('tablegen.preview').complete('print-re'), 'print-records'))
end)

test('expansion with origins', function()
  open('Registers.td')
  cursor_on('GPR :')
  vim.cmd('TableGenExpand')
  local buffer = wait('the expansion', function()
    return shown('tablegen://expand/GPR$')
  end)
  contains(text(buffer), 'int Size = 32;')
  contains(text(buffer), 'Base.td:')
  -- The expansion follows edits, and says when the record is gone.
  local source = vim.fn.bufwinid(vim.fn.bufnr('Registers.td'))
  local function replace(old, new, expected)
    vim.api.nvim_win_call(source, function()
      vim.cmd(('silent %%s/%s/%s/'):format(old, new))
    end)
    wait(expected, function()
      return text(buffer):find(expected, 1, true)
    end)
  end
  replace('RegisterClass<32,', 'RegisterClass<77,', 'int Size = 77;')
  replace('def GPR', 'def Other', 'There is no record GPR here.')
  replace('def Other', 'def GPR', 'int Size = 77;')
  replace('RegisterClass<77,', 'RegisterClass<32,', 'int Size = 32;')
  assert(vim.fn.search('int Size') > 0)
  vim.api.nvim_feedkeys('gd', 'x', false)
  equal(vim.fn.expand('%:e'), 'td')
end)

test('expansion of a name', function()
  open('Toy.td')
  vim.cmd('TableGenExpand ADDrr')
  local buffer = wait('the expansion', function()
    return shown('tablegen://expand/ADDrr$')
  end)
  contains(text(buffer), 'string AsmString = "add $dst, $a, $b"')
end)

test('records in the quickfix list', function()
  open('Toy.td')
  vim.cmd('TableGenRecords ADD')
  local items = wait('the list', function()
    local all = vim.fn.getqflist()
    return #all > 0 and all
  end)
  local found = table.concat(vim.tbl_map(function(it)
    return it.text
  end, items), '\n')
  contains(found, 'ADDri')
  assert(not found:find('SUBri', 1, true), found)
  vim.cmd('cclose')
end)

test('lenses list records and follow the settings', function()
  open('Base.td')
  local running = wait('the client', require('tablegen.client').get)
  local function shown_lenses()
    for _, lens in ipairs(vim.lsp.codelens.get(0)) do
      if lens.command then
        return lens
      end
    end
  end
  local function refresh()
    vim.lsp.codelens.refresh(vim.fn.has('nvim-0.10') == 1 and { bufnr = 0 } or nil)
  end
  refresh()
  local lens = wait('lenses', shown_lenses)
  if vim.fn.has('nvim-0.10') == 1 then
    local function set(code_lens)
      running.settings = { tablegen = { codeLens = code_lens } }
      running:notify('workspace/didChangeConfiguration', { settings = running.settings })
    end
    set(false)
    wait('no lenses', function()
      return not shown_lenses()
    end)
    set(true)
    wait('lenses again', shown_lenses)
  end
  vim.fn.setqflist({})
  vim.fn.cursor(lens.range.start.line + 1, 1)
  vim.lsp.codelens.run()
  wait('the records', function()
    return #vim.fn.getqflist() > 0
  end)
  vim.cmd('cclose')
end)

test('places move with the lines that an edit adds', function()
  local preview = preview_of('Registers.td')
  vim.cmd('TableGenRecords Pair')
  wait('the list', function()
    return vim.fn.getqflist({ title = 0 }).title:find('Pair', 1, true)
  end)
  vim.cmd('cclose')
  local source = vim.fn.bufwinid(vim.fn.bufnr('Registers.td'))
  vim.api.nvim_set_current_win(source)
  cursor_on('Pair :')
  vim.cmd('TableGenExpand')
  local expansion = wait('the expansion', function()
    return shown('tablegen://expand/Pair$')
  end)
  vim.api.nvim_set_current_win(source)
  local before = vim.fn.search('^def Pair', 'cw')
  -- Comments do not change the table, so the server does not send the moved places.
  vim.fn.append(3, { '// one', '// two' })
  vim.cmd('4delete _')
  equal(vim.fn.search('^def Pair', 'cw'), before + 1)

  vim.cmd('doautocmd CursorMoved')
  local namespace = vim.api.nvim_get_namespaces()['tablegen.preview']
  wait('the marked lines of Pair', function()
    local marks = vim.api.nvim_buf_get_extmarks(preview, namespace, 0, -1, {})
    return #marks > 0 and lines(preview)[marks[1][2] + 1]:match('^def Pair')
  end)
  local function leads_to_pair(key)
    vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(key, true, false, true), 'x', false)
    equal(vim.fn.expand('%:t'), 'Registers.td')
    contains(vim.api.nvim_get_current_line(), 'def Pair')
    vim.fn.cursor(1, 1)
  end
  vim.fn.cursor(1, 1)
  vim.api.nvim_set_current_win(vim.fn.bufwinid(preview))
  assert(vim.fn.search('^def Pair') > 0)
  leads_to_pair('<CR>')
  vim.api.nvim_set_current_win(vim.fn.bufwinid(expansion))
  assert(vim.fn.search('^def Pair') > 0)
  leads_to_pair('gd')
  vim.cmd('cfirst')
  contains(vim.api.nvim_get_current_line(), 'def Pair')
  vim.cmd('edit!')
end)

test('units', function()
  open('Registers.td')
  local offered = choosing(1, function()
    vim.cmd('TableGenUnit')
  end)
  contains(offered[1], 'Toy')
  last_message('^tablegen: unit ')
  harness.forget_messages()
  vim.cmd('TableGenUnit NoSuchUnit')
  last_message('there is no unit NoSuchUnit')
end)

test('tags', function()
  open('Toy.td')
  local path = example .. '/tags'
  vim.cmd('TableGenTags ' .. path)
  last_message('tags in ')
  vim.opt.tags = path
  equal(vim.fn.fnamemodify(vim.fn.taglist('^RegisterClass$')[1].filename, ':t'), 'Base.td')
  equal(vim.fn.fnamemodify(vim.fn.taglist('^GPR$')[1].filename, ':t'), 'Registers.td')
end)

test('health', function()
  vim.cmd('checkhealth tablegen')
  local report = text(0)
  contains(report, 'setup has been called')
  contains(report, 'the server runs for')
  assert(not report:find('ERROR', 1, true), report)
end)

test('help', function()
  -- `setup` has made the tags.
  vim.cmd('help tablegen-commands')
  equal(vim.fn.expand('%:t'), 'tablegen.txt')
  local names = { 'Preview', 'Expand', 'Records', 'Unit', 'GoToRecord', 'Uses', 'Tags' }
  vim.list_extend(names, { 'Decode', 'Encode', 'Assembly', 'Pattern', 'Changes', 'Tables' })
  for _, name in ipairs(names) do
    vim.cmd('help :TableGen' .. name)
  end
end)

harness.finish()
