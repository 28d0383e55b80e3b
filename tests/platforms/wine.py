"""Wine in a folder of its own, for programs of Windows."""

import shutil
import subprocess

PACKAGES = ["gcc-mingw-w64-x86-64", "mingw-w64-x86-64-dev", "wine64"]
WINE = "/usr/lib/wine/wine64"

# Wine 8 lacks a library that Rust's standard library takes random numbers from.
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


def wine_in(work):
    """Makes a new folder for Wine below `work`, with the library that is missing. Returns a script that runs a program
    in it. Debian's packages are installed if they are not there."""
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


def install(packages):
    """Installs those packages of Debian that are not there."""
    missing = [it for it in packages if subprocess.run(["dpkg", "-s", it], capture_output=True).returncode]
    if missing:
        subprocess.run(["apt-get", "update", "-q"], check=True)
        subprocess.run(["apt-get", "install", "-qy", "--no-install-recommends", *missing], check=True)
