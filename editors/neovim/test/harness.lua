-- Functions that the test scripts share. Each script ends with the numbers of tests that passed and failed.

local M = {}

M.server = assert(os.getenv('TABLEGEN_ANALYZER'), 'TABLEGEN_ANALYZER is not set')
M.example = assert(os.getenv('TABLEGEN_EXAMPLE'), 'TABLEGEN_EXAMPLE is not set')
vim.opt.swapfile = false

local passed, failed = 0, 0

local function say(text)
  io.stdout:write(text .. '\n')
end

function M.test(name, body)
  local ok, err = pcall(body)
  if ok then
    passed = passed + 1
    say('ok   ' .. name)
  else
    failed = failed + 1
    say('FAIL ' .. name .. '\n     ' .. tostring(err))
  end
  vim.cmd('silent! only')
end

--- Waits until `probe` returns a true value, and returns it.
function M.wait(what, probe, seconds)
  local result
  local ok = vim.wait((seconds or 30) * 1000, function()
    result = probe()
    return result
  end, 20)
  assert(ok, 'waited in vain: ' .. what)
  return result
end

function M.equal(got, expected)
  assert(vim.deep_equal(got, expected), ('got %s, not %s'):format(vim.inspect(got), vim.inspect(expected)))
end

function M.contains(text, part)
  assert(text:find(part, 1, true), ('%q is not in %q'):format(part, text))
end

function M.lines(buffer)
  return vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
end

function M.text(buffer)
  return table.concat(M.lines(buffer), '\n')
end

--- Puts the cursor on the first occurrence of a word.
function M.cursor_on(word)
  assert(vim.fn.search('\\V' .. word, 'cw') > 0, word .. ' is not there')
  vim.cmd('doautocmd CursorMoved')
end

--- The buffer whose name matches a pattern, if it is on screen.
function M.shown(pattern)
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    local buffer = vim.api.nvim_win_get_buf(window)
    if vim.api.nvim_buf_get_name(buffer):match(pattern) then
      return buffer
    end
  end
end

local messages = {}
vim.notify = function(message)
  table.insert(messages, message)
end

--- Waits for a message that matches a pattern, and returns the last one.
function M.last_message(pattern)
  return M.wait('a message ' .. pattern, function()
    for at = #messages, 1, -1 do
      if messages[at]:match(pattern) then
        return messages[at]
      end
    end
  end)
end

--- Forgets all earlier messages.
function M.forget_messages()
  messages = {}
end

--- Runs `body`, with every choice answered by the item of this number. Returns the texts of the items.
function M.choosing(number, body)
  local offered
  local select_before = vim.ui.select
  vim.ui.select = function(items, options, on_choice)
    offered = vim.tbl_map(options.format_item, items)
    on_choice(items[number])
  end
  body()
  M.wait('the list', function()
    return offered
  end)
  vim.ui.select = select_before
  return offered
end

--- Prints how many tests passed and failed, and ends Neovim.
function M.finish()
  say(('%d passed, %d failed'):format(passed, failed))
  vim.cmd(failed == 0 and 'qall!' or 'cquit!')
end

return M
