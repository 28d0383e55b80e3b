-- Questions about machine code, assembly and patterns: `:TableGenDecode`, `:TableGenEncode`, `:TableGenAssembly` and
-- `:TableGenPattern`.

local client = require('tablegen.client')
local panel = require('tablegen.panel')

local M = {}

--- The label of the byte order or mode that was chosen last, which is offered first.
local last_form

--- Calls `done` with the byte order or mode of the target's machine code. If there are several, the user chooses one.
local function with_form(scope, running, with_modes, done)
  client.ask('tablegen/codeForms', scope, function(open)
    -- If the unit has an error, the next request reports it.
    open = open or { byteOrders = { 'little', 'big', 'halves' }, modes = { 64, 32, 16 } }
    local forms = {}
    for _, order in ipairs(open.byteOrders) do
      table.insert(forms, { label = order, byteOrder = order })
    end
    for _, mode in ipairs(with_modes and open.modes or {}) do
      table.insert(forms, { label = ('%d bits'):format(mode), mode = mode })
    end
    if #forms < 2 then
      done(forms[1] or {})
      return
    end
    for at, form in ipairs(forms) do
      if form.label == last_form then
        table.insert(forms, 1, table.remove(forms, at))
        break
      end
    end
    vim.ui.select(forms, {
      prompt = #open.byteOrders > 0 and 'Order of the bytes' or 'Mode',
      format_item = function(form)
        return form.label
      end,
    }, function(form)
      if form then
        last_form = form.label
        done(form)
      end
    end)
  end, running)
end

local function known(value)
  return value ~= nil and value ~= vim.NIL and value or nil
end

--- A list with the text `what name, name`, or an empty list if there are no names.
local function listed(what, names)
  return #names > 0 and { ('%s %s'):format(what, table.concat(names, ', ')) } or {}
end

local function pairs_of(fields, value)
  return table.concat(
    vim.tbl_map(function(field)
      return ('%s = %s'):format(field.name, field[value])
    end, fields),
    ', '
  )
end

local function details(...)
  local all = {}
  for _, part in ipairs({ ... }) do
    vim.list_extend(all, type(part) == 'table' and part or { part })
  end
  return vim.tbl_filter(function(it)
    return it ~= ''
  end, all)
end

--- `:TableGenDecode [bytes]`
function M.decode(given)
  local scope, running = panel.scope()
  panel.text_of(given, 'Bytes in hexadecimal', '', function(bytes)
    with_form(scope, running, true, function(form)
      local params = vim.tbl_extend('force', scope, {
        bytes = bytes,
        byteOrder = form.byteOrder,
        mode = form.mode,
      })
      client.request('tablegen/decode', params, function(tables)
        local found, near = {}, {}
        for _, it in ipairs(tables) do
          for _, instruction in ipairs(it.found) do
            table.insert(found, {
              text = ('%s  %s (%s)'):format(instruction.record, instruction.text:gsub('%s+', ' '), it.table),
              location = instruction.location,
              details = details(pairs_of(instruction.fields, 'value'), listed('needs', instruction.needs)),
            })
          end
          for _, miss in ipairs(it.near) do
            table.insert(near, {
              text = ('not %s: bits %s differ (%s)'):format(miss.record, table.concat(miss.bits, ', '), it.table),
              location = miss.location,
            })
          end
        end
        panel.show(
          'decoded',
          #found > 0 and found or near,
          running,
          'No instruction begins with these bytes. Some may be missing at the end.'
        )
      end, running)
    end)
  end)
end

--- `:TableGenEncode [record field=value…]`
function M.encode(given)
  local scope, running = panel.scope()
  local here = client.source() == vim.api.nvim_get_current_buf() and vim.fn.expand('<cword>') .. ' ' or ''
  panel.text_of(given, 'Record and fields (ADDri Rd=R1 imm=5)', here, function(text)
    local words = vim.split(text, '[%s,]+', { trimempty = true })
    local fields = {}
    for at = 2, #words do
      local name, value = words[at]:match('^([^=]*)=?(.*)$')
      table.insert(fields, { name = name, value = value })
    end
    with_form(scope, running, false, function(form)
      local params = vim.tbl_extend('force', scope, {
        record = words[1],
        fields = #fields > 0 and fields or nil,
        byteOrder = form.byteOrder,
      })
      client.request('tablegen/encode', params, function(forms)
        local items = vim.tbl_map(function(it)
          local open = vim.tbl_map(function(field)
            return ('%s (%d bits) is open'):format(field.name, field.bits)
          end, it.open)
          local encoders = vim.tbl_map(function(by)
            return ('%s is what %s makes'):format(by.name, by['function'])
          end, it.encodedBy)
          local changed = known(it.changedBy) and it.changedBy .. ' changes it' or ''
          return {
            text = ('%s  %s'):format(it.bytes, it.encoding),
            location = it.location,
            details = details(open, encoders, changed),
          }
        end, forms)
        panel.show('encoded', items, running)
      end, running)
    end)
  end)
end

--- `:TableGenAssembly [line]`
function M.assembly(given)
  local scope, running = panel.scope()
  panel.text_of(given, 'A line of assembly', '', function(line)
    client.request('tablegen/parseAssembly', vim.tbl_extend('force', scope, { line = line }), function(answer)
      local items = vim.tbl_map(function(it)
        local alias = it.record ~= it.instruction and ('alias of %s: '):format(it.instruction) or ''
        local variant = it.variantName and (' (%s)'):format(it.variantName) or ''
        return {
          text = ('%s  %s%s%s'):format(it.instruction, alias, it.text, variant),
          location = it.location,
          details = details(pairs_of(it.operands, 'text'), listed('if', it.decidedBy), listed('needs', it.needs)),
        }
      end, answer.found)
      for _, it in ipairs(answer.near) do
        table.insert(items, { text = ('not %s: %s'):format(it.record, it.why), location = it.location })
      end
      panel.show('instructions', items, running, 'No instruction or alias begins like this line.')
    end, running)
  end)
end

--- The outermost operator of a pattern's result, which is usually the instruction.
local function instruction(result)
  return result:match('[%w_]+') or result
end

--- The last graph, which the next prompt offers for editing.
local last_graph = ''

--- `:TableGenPattern [graph]`
function M.pattern(given)
  local scope, running = panel.scope()
  panel.text_of(given, 'Graph or generic instruction', last_graph, function(graph)
    last_graph = graph
    local function ask(processor)
      local words = vim.split(processor, '[%s,]+', { trimempty = true })
      local params = vim.tbl_extend('force', scope, { graph = graph })
      if words[1] and not words[1]:match('^[+-]') then
        params.processor = table.remove(words, 1)
      end
      params.features = #words > 0 and words or nil
      client.request('tablegen/selectPattern', params, function(graphs)
        local items = {}
        for _, it in ipairs(graphs) do
          table.insert(items, { text = ('%s: %d match'):format(it.graph, it.matching) })
          for _, found in ipairs(it.found) do
            table.insert(items, {
              text = ('  %s %s'):format(#found.assumes > 0 and '?' or '=', instruction(found.result)),
              location = found.location,
              details = details(
                found.result,
                ('complexity %d'):format(found.complexity),
                listed('needs', found.needs),
                listed('if', found.assumes)
              ),
            })
          end
          for _, near in ipairs(it.near) do
            table.insert(items, {
              text = ('  not %s'):format(instruction(near.result)),
              location = near.location,
              details = { near.why },
            })
          end
        end
        panel.show('patterns', items, running, 'No pattern has the root of this graph. :TableGenUnit chooses another target.')
      end, running)
    end
    if given.args ~= '' then
      ask('')
    else
      vim.ui.input({ prompt = 'Processor and features (skylake +avx512f): ' }, function(text)
        if text then
          ask(text)
        end
      end)
    end
  end)
end

return M
