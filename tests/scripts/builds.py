"""Builds by CMake and ninja, for scripts that compare their tables."""

import os
import re
import shutil
import subprocess
import sys
import time


def check_tools():
    """Ends the script if a program that a build needs is missing."""
    for tool in ("cmake", "ninja"):
        if not shutil.which(tool):
            sys.exit(f"there is no {tool}")


def expect(problems, holds, problem):
    if not holds:
        problems.append(problem)


def check_touched(problems, builds, path, shown, made):
    """Touches a file that others include. The same rules have to run again, and must not write unchanged files."""
    now = time.time()
    os.utime(path, (now, now))
    again = [build.would_run(made) for build in builds]
    expect(problems, again[0] == again[-1], f"{shown}: other rules run again")
    for build in builds:
        before = {it: build.time(it) for it in made}
        build.make(made)
        late = [it for it in made if build.time(it) != before[it]]
        expect(problems, not late, f"{build.name}: {shown}: written though nothing changed: {late[:3]}")
        expect(problems, build.would_run(made) == [], f"{build.name}: {shown}: never comes to an end")
    print(f"{shown} touched: {len(again[-1])} rules run again")


def finish(problems, equal, tables):
    for problem in problems:
        print(problem)
    print(f"{equal} of {tables} tables are equal")
    sys.exit(1 if problems else 0)


class Build:
    def __init__(self, folder, source, options, jobs):
        """Runs CMake with options for a folder of sources, unless `folder` has its result already."""
        self.folder, self.name, self.jobs, self.took = folder, os.path.basename(folder), jobs, 0.0
        if os.path.exists(os.path.join(folder, "build.ninja")):
            return
        os.makedirs(folder, exist_ok=True)
        command = ["cmake", "-G", "Ninja", source, "-DCMAKE_BUILD_TYPE=Release", *options]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{self.name}: CMake fails:\n{done.stderr}")

    def path(self, table):
        return os.path.join(self.folder, table)

    def has(self, table):
        return os.path.exists(self.path(table))

    def text(self, table):
        with open(self.path(table), "rb") as file:
            return file.read()

    def time(self, table):
        return os.stat(self.path(table)).st_mtime_ns

    def ninja(self, *words):
        return subprocess.run(["ninja", *words], cwd=self.folder, capture_output=True, text=True)

    def tables(self, only):
        """The outputs of the rules that run a tblgen, as far as they match `only`."""
        return sorted(it for it in self.commands() if re.search(only, it))

    def commands(self):
        """The command of each rule that runs a tblgen, by its output."""
        commands, output = {}, None
        with open(os.path.join(self.folder, "build.ninja")) as file:
            for line in file:
                if line.startswith("build "):
                    output = line[len("build ") :].split(" | ")[0].split(": ")[0].strip()
                elif line.lstrip().startswith("COMMAND =") and re.search(r"[/ ](llvm|clang|mlir)-tblgen", line):
                    commands[output] = line.split("=", 1)[1].strip()
        return commands

    def make(self, tables):
        start = time.time()
        done = self.ninja("-k", "0", "-j", self.jobs, *tables)
        self.took = time.time() - start
        if done.returncode != 0:
            lines = [it for it in done.stdout.splitlines() if "error" in it or "not built" in it]
            print(f"{self.name}: " + f"\n{self.name}: ".join(sorted(set(lines))[:20]))

    def depends(self, table):
        """The dependencies of a table, which ninja has kept from its dependency file."""
        lines = self.ninja("-t", "deps", table).stdout.splitlines()
        # The first line has a time.
        return self.normalized(it.strip() for it in lines[1:])

    def normalized(self, paths):
        paths = [os.path.normpath(os.path.join(self.folder, it)) for it in paths if it]
        return sorted(it.replace(self.folder, "BUILD") for it in paths)

    def would_run(self, tables):
        """The outputs that ninja would write to make `tables`."""
        said = self.ninja("-n", "-v", *tables).stdout
        return sorted(re.findall(r" -o (\S+)", said))
