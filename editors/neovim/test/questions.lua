-- The panels of questions about code and of changes. The script stands in for the server, except for changed records,
-- about which the real server answers.

local plugin = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h:h')
vim.cmd('filetype plugin indent on')

local harness = dofile(plugin .. '/test/harness.lua')
local server, example = harness.server, harness.example
local test, wait, equal, contains = harness.test, harness.wait, harness.equal, harness.contains
local lines, text, shown = harness.lines, harness.text, harness.shown

require('tablegen').setup({ cmd = { server, 'lsp' } })
local client = require('tablegen.client')

local function open(name)
  vim.cmd('silent edit! ' .. example .. '/' .. name)
  wait('the client', function()
    return client.get()
  end)
end

local function press(key)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(key, true, false, true), 'x', false)
end

-- A place in a file of the example: the first line that contains a word.
local function place(name, word)
  for at, line in ipairs(vim.fn.readfile(example .. '/' .. name)) do
    if line:find(word, 1, true) then
      local start = { line = at - 1, character = 0 }
      return { uri = vim.uri_from_fname(example .. '/' .. name), range = { start = start, ['end'] = start } }
    end
  end
end

-- Runs a command with `answers` as the results of requests, by method. Returns the requests' parameters, by method.
local function answering(answers, command)
  local asked, request, ask = {}, client.request, client.ask
  client.request = function(method, params, on_result)
    asked[method] = params
    on_result(answers[method])
  end
  client.ask = client.request
  local ok, err = pcall(vim.cmd, command)
  client.request, client.ask = request, ask
  assert(ok, err)
  return asked
end

local both = { byteOrders = { 'little', 'big' }, modes = {} }
local none = { byteOrders = {}, modes = {} }

test('bytes are decoded', function()
  open('Registers.td')
  local found = {
    record = 'ADDrr',
    encoding = 'ADDrr',
    location = place('Registers.td', 'def GPR'),
    text = 'add\t$a, $b',
    fields = { { name = 'a', value = '0x1' } },
    needs = { 'HasX' },
    decodedBy = vim.NIL,
  }
  local tables = { { table = '32', bytes = 4, found = { found }, near = {} } }
  local asked
  local offered = harness.choosing(2, function()
    asked = answering({ ['tablegen/codeForms'] = both, ['tablegen/decode'] = tables }, 'TableGenDecode e0 03 00 aa')
  end)
  equal(offered, { 'little', 'big' })
  equal(asked['tablegen/decode'].byteOrder, 'big')
  equal(asked['tablegen/decode'].bytes, 'e0 03 00 aa')
  local at = vim.fn.fnamemodify('Registers.td', ':t')
  equal(lines(shown('decoded$'))[1]:match('^(.*)  ' .. at), 'ADDrr  add $a, $b (32)')
  equal(vim.list_slice(lines(shown('decoded$')), 2), { '    a = 0x1', '    needs HasX' })
  press('<CR>')
  contains(vim.api.nvim_get_current_line(), 'def GPR')
end)

test('nothing is asked that the target does not leave open', function()
  open('Registers.td')
  local near = { record = 'B', location = vim.NIL, bits = { 4, 5 } }
  local tables = { { table = '8', bytes = 1, found = {}, near = { near } } }
  answering({ ['tablegen/codeForms'] = none, ['tablegen/decode'] = tables }, 'TableGenDecode 33')
  equal(lines(shown('decoded$')), { 'not B: bits 4, 5 differ (8)' })
end)

test('where nothing is found, the panel says what may be wrong', function()
  open('Registers.td')
  local tables = { { table = '8', bytes = 1, found = {}, near = {} } }
  answering({ ['tablegen/codeForms'] = none, ['tablegen/decode'] = tables }, 'TableGenDecode 33')
  contains(text(shown('decoded$')), 'No instruction begins with these bytes')
  answering({ ['tablegen/parseAssembly'] = { found = {}, near = {} } }, 'TableGenAssembly x')
  contains(text(shown('instructions$')), 'No instruction or alias begins like this line')
  answering({ ['tablegen/selectPattern'] = {} }, 'TableGenPattern (x)')
  contains(text(shown('patterns$')), ':TableGenUnit chooses another target')
end)

test('instructions are encoded', function()
  open('Registers.td')
  local form = {
    encoding = 'ADDri',
    location = vim.NIL,
    bytes = '01 02',
    open = { { name = 'Rn', bits = 4 } },
    encodedBy = { { name = 'imm', ['function'] = 'getImm' } },
    changedBy = vim.NIL,
  }
  local answers = { ['tablegen/codeForms'] = none, ['tablegen/encode'] = { form } }
  local asked = answering(answers, 'TableGenEncode ADDri Rd=R1 imm=5')
  equal(asked['tablegen/encode'].record, 'ADDri')
  equal(asked['tablegen/encode'].fields, { { name = 'Rd', value = 'R1' }, { name = 'imm', value = '5' } })
  equal(
    lines(shown('encoded$')),
    { '01 02  ADDri', '    Rn (4 bits) is open', '    imm is what getImm makes' }
  )
end)

test('lines of assembly say what they are aliases of', function()
  open('Registers.td')
  local function found(record, instruction)
    return {
      record = record,
      instruction = instruction,
      location = vim.NIL,
      text = 'mov <GPR> <GPR>',
      operands = { { name = 'd', text = 'r1' } },
      decidedBy = {},
      needs = {},
    }
  end
  local first = vim.tbl_extend('force', found('MOVrr', 'MOVrr'), { variantName = 'intel' })
  local answer = { found = { first, found('anonymous_4', 'ORRrr') }, near = {} }
  answering({ ['tablegen/parseAssembly'] = answer }, 'TableGenAssembly mov r1, r2')
  equal(lines(shown('instructions$')), {
    'MOVrr  mov <GPR> <GPR> (intel)',
    '    d = r1',
    'ORRrr  alias of ORRrr: mov <GPR> <GPR>',
    '    d = r1',
  })
end)

test('patterns of a graph', function()
  open('Registers.td')
  local graph = {
    graph = '(add i32:$a, i32:$b)',
    matching = 1,
    found = {
      {
        record = 'ADDrr',
        location = vim.NIL,
        source = '(add GPR:$a, GPR:$b)',
        result = '(ADDrr GPR:$a, GPR:$b)',
        complexity = 3,
        operands = {},
        needs = { 'HasX' },
        assumes = {},
      },
    },
    near = { { record = 'X', location = vim.NIL, source = '', result = '(SUBrr)', why = 'sub is not add' } },
  }
  local asked = answering({ ['tablegen/selectPattern'] = { graph } }, 'TableGenPattern (add i32:$a, i32:$b)')
  equal(asked['tablegen/selectPattern'].graph, '(add i32:$a, i32:$b)')
  equal(lines(shown('patterns$')), {
    '(add i32:$a, i32:$b): 1 match',
    '  = ADDrr',
    '    (ADDrr GPR:$a, GPR:$b)',
    '    complexity 3',
    '    needs HasX',
    '  not SUBrr',
    '    sub is not add',
  })
end)

test('records that have changed since the last save', function()
  open('Registers.td')
  vim.cmd('silent %s/RegisterClass<32,/RegisterClass<77,/')
  -- Neovim 0.7 sends an edit only after a pause.
  vim.wait(500)
  vim.cmd('TableGenChanges')
  local panel = wait('the panel', function()
    local buffer = shown('records changed$')
    return buffer and text(buffer):find('GPR', 1, true) and buffer
  end)
  contains(text(panel), '32 → 77')
  vim.cmd('close')
  vim.cmd('silent edit!')
end)

test('tables that have changed', function()
  open('Registers.td')
  local function compared(words, values)
    local unchanged = { words = words, language = 'cpp', added = 0, removed = 0, renumbered = 0 }
    return vim.tbl_extend('force', unchanged, values)
  end
  local changed = compared('-gen-a', { output = 'out/A.inc', added = 2, removed = 1, renumbered = 30 })
  local wrong = compared('-gen-b', {
    output = 'B.inc',
    failure = 'no such class',
    location = place('Registers.td', 'def GPR'),
  })
  local all = { changed, wrong, compared('-gen-c', { output = vim.NIL }) }
  answering({ ['tablegen/compareTables'] = all }, 'TableGenTables')
  local panel = shown('tables changed$')
  equal(lines(panel)[1], 'A.inc  +2 -1 lines, 30 with other numbers only')
  contains(lines(panel)[2], 'B.inc  Registers.td:')
  equal(vim.list_slice(lines(panel), 3), { '    no such class', '1 tables are as they were since the last save' })
  -- An error leads to its place, a table to both of its texts.
  vim.fn.cursor(3, 1)
  press('<CR>')
  contains(vim.api.nvim_get_current_line(), 'def GPR')
  vim.api.nvim_set_current_win(vim.fn.bufwinid(panel))
  vim.fn.cursor(1, 1)
  local real = client.request
  client.request = function(_, params, on_result)
    equal(params.table, '-gen-a')
    on_result({ vim.tbl_extend('force', changed, { texts = { old = 'one\n', new = 'two\n' } }) })
  end
  press('<CR>')
  client.request = real
  equal(#vim.api.nvim_tabpage_list_wins(0), 2)
  equal(lines(0)[1], 'two')
  equal(vim.bo.syntax, 'cpp')
  press('q')
  equal(#vim.api.nvim_list_tabpages(), 1)
end)

harness.finish()
