/* A program of Linux for programs of Windows under Wine. Wine starts it without standard streams that are pipes, and
   without a process to wait for. So a shell runs it on files, and the exit code is in the file that comes last. */
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

static wchar_t name[64];

static FILE *open_part(const wchar_t *part, const wchar_t *mode) {
  wchar_t path[128];
  _snwprintf(path, 128, L"Z:%ls.%ls", name, part);
  return _wfopen(path, mode);
}

static void copy(FILE *from, FILE *to) {
  char bytes[1 << 12];
  size_t count;
  while ((count = fread(bytes, 1, sizeof bytes, from)) > 0) fwrite(bytes, 1, count, to);
}

/* Copies a part to a stream. */
static void show(const wchar_t *part, FILE *to) {
  FILE *from = open_part(part, L"rb");
  if (from == NULL) return;
  copy(from, to);
  fclose(from);
}

int main(void) {
  static wchar_t command[1 << 15];
  const wchar_t *arguments = GetCommandLineW();
  STARTUPINFOW start = {.cb = sizeof start};
  PROCESS_INFORMATION process;
  FILE *file = NULL;
  int code = 126;
  _setmode(0, _O_BINARY);
  _setmode(1, _O_BINARY);
  _setmode(2, _O_BINARY);
  _snwprintf(name, 64, L"/tmp/wine-%lu-%lu", GetCurrentProcessId(), GetTickCount());
  file = open_part(L"in", L"wb");
  if (file == NULL) return code;
  if (GetFileType(GetStdHandle(STD_INPUT_HANDLE)) == FILE_TYPE_PIPE) copy(stdin, file);
  fclose(file);
  /* The name of this program, which may be quoted, is not an argument. */
  arguments += *arguments == L'"' ? wcscspn(arguments + 1, L"\"") + 2 : wcscspn(arguments, L" ");
  _snwprintf(command, 1 << 15, L"sh " SCRIPT L" %ls " PROGRAM L"%ls", name, arguments);
  if (!CreateProcessW(L"Z:\\bin\\sh", command, NULL, NULL, FALSE, 0, NULL, NULL, &start, &process)) return code;
  while ((file = open_part(L"code", L"rb")) == NULL) Sleep(2);
  fscanf(file, "%d", &code);
  fclose(file);
  show(L"out", stdout);
  show(L"err", stderr);
  for (const wchar_t *const *it = (const wchar_t *const[]){L"in", L"out", L"err", L"code", NULL}; *it; it++) {
    wchar_t path[128];
    _snwprintf(path, 128, L"Z:%ls.%ls", name, *it);
    _wremove(path);
  }
  return code;
}
