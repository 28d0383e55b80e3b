"""Runs programs for Windows with Wine in a folder of its own."""

import shutil
import subprocess
from pathlib import Path

PACKAGES = ["gcc-mingw-w64-x86-64", "mingw-w64-x86-64-dev", "wine64"]
WINE = "/usr/lib/wine/wine64"

# Wine 8 lacks the library from which Rust's standard library takes random numbers.
RANDOM = """
int __stdcall SystemFunction036(void *, unsigned long);
__declspec(dllexport) int __stdcall ProcessPrng(unsigned char *data, unsigned long long size) {
  while (size > 0) {
    unsigned long part = size > 1 << 20 ? 1 << 20 : size;
    if (!SystemFunction036(data, part)) return 0;
    data += part;
    size -= part;
  }
  return 1;
}
"""

# Runs a Linux program for `linux.c`. Windows paths in its arguments are converted to Linux paths.
SCRIPT = r"""#!/bin/sh
files=$1 program=$2
shift 2
for argument do
  shift
  case $argument in
    [Zz]:[\\/]*) argument=$(printf %s "${argument#??}" | tr '\\' /) ;;
    [Cc]:[\\/]*) argument=DISK$(printf %s "${argument#??}" | tr '\\' /) ;;
  esac
  set -- "$@" "$argument"
done
PATH=$(dirname "$program"):$PATH "$program" "$@" <"$files.in" >"$files.out" 2>"$files.err"
echo $? >"$files.code.new"
mv "$files.code.new" "$files.code"
"""


def wine_in(work):
    """Makes a new folder for Wine below `work`, with the library that Wine lacks. Returns a script that runs a program
    in it. Missing packages of Debian are installed."""
    install(PACKAGES)
    prefix = work / "wine"
    shutil.rmtree(prefix, ignore_errors=True)
    env = {"WINEPREFIX": str(prefix), "WINEARCH": "win64", "WINEDEBUG": "-all"}
    env["WINEDLLOVERRIDES"] = "mscoree=d;mshtml=d;winemenubuilder.exe=d"
    script = work / "wine.sh"
    settings = " ".join(f"{name}='{value}'" for name, value in env.items())
    script.write_text(f'#!/bin/sh\nexec env {settings} {WINE} "$@"\n')
    script.chmod(0o755)
    key = [r"HKCU\Software\Wine", "/v", "Version", "/d", "win10", "/f"]
    subprocess.run([script, "reg", "add", *key], check=True, capture_output=True)
    source, library = work / "random.c", prefix / "drive_c/windows/system32/bcryptprimitives.dll"
    source.write_text(RANDOM)
    subprocess.run(["x86_64-w64-mingw32-gcc", "-shared", "-o", library, source, "-ladvapi32"], check=True)
    return script


def linux_programs(work, names):
    """Makes Linux programs available to programs in Wine, since tests run git and others."""
    disk = work / "wine/drive_c"
    script = work / "linux.sh"
    script.write_text(SCRIPT.replace("DISK", str(disk)))
    script.chmod(0o755)
    for name in names:
        wide = {"SCRIPT": script, "PROGRAM": shutil.which(name)}
        defines = [f'-D{key}=L"{value}"' for key, value in wide.items()]
        source, program = Path(__file__).with_name("linux.c"), disk / "windows" / f"{name}.exe"
        subprocess.run(["x86_64-w64-mingw32-gcc", "-O1", "-Wall", *defines, "-o", program, source], check=True)


def install(packages):
    """Installs the packages of Debian that are missing."""
    missing = [it for it in packages if subprocess.run(["dpkg", "-s", it], capture_output=True).returncode]
    if missing:
        subprocess.run(["apt-get", "update", "-q"], check=True)
        subprocess.run(["apt-get", "install", "-qy", "--no-install-recommends", *missing], check=True)
