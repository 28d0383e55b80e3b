-- `:checkhealth tablegen`

local M = {}

local health = vim.health or require('health')
local start = health.start or health.report_start
local ok = health.ok or health.report_ok
local warn = health.warn or health.report_warn
local err = health.error or health.report_error

function M.check()
  local client = require('tablegen.client')
  start('tablegen')
  local version = vim.version()
  local release = ('%d.%d.%d'):format(version.major, version.minor, version.patch)
  if vim.fn.has('nvim-0.7') == 1 then
    ok('Neovim ' .. release)
  else
    err('Neovim ' .. release .. ' is older than 0.7')
  end

  local command = client.command_line()
  if vim.fn.executable(command[1]) == 1 then
    local said = vim.fn.system({ command[1], '--version' })
    ok(('server: %s (%s)'):format(vim.fn.exepath(command[1]), vim.trim(said)))
  else
    err(('server: %s is not an executable program'):format(command[1]), {
      'Install tablegen-analyzer, or name it: require("tablegen").setup{ cmd = { "/path/to/tablegen-analyzer", "lsp" } }',
    })
  end

  if vim.fn.exists(':TableGenPreview') == 2 then
    ok('setup has been called')
  else
    err('setup has not been called', { 'require("tablegen").setup{}' })
  end

  local running = client.all()
  for _, it in ipairs(running) do
    ok('the server runs for ' .. tostring(it.config.root_dir))
  end
  if #running == 0 then
    warn('the server is not running; it starts with the first .td file')
  end

  local others = vim.tbl_filter(function(it)
    return it.name ~= 'tablegen' and vim.tbl_contains(it.config.filetypes or {}, 'tablegen')
  end, (vim.lsp.get_clients or vim.lsp.get_active_clients)())
  for _, other in ipairs(others) do
    warn(('%s also serves .td files'):format(other.name), { 'Disable one of them.' })
  end
end

return M
