"""What a program makes of a root, and how two programs' outcomes differ."""

import re
import subprocess

from intrinsics import LOST

PROGRAM = r"^\S*(?:tblgen|tablegen-analyzer)\S*(?: tblgen)?: "


class Outcome:
    """The output, the exit code, and what was said: all of it or the first message."""

    def __init__(self, words, output, timeout, folder=None):
        self.output, self.code, self.said = None, "no end", ""
        try:
            done = subprocess.run(
                words, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=timeout
            )
        except subprocess.TimeoutExpired:
            return
        self.code = done.returncode
        # Where a message has no place, the programs name themselves.
        self.said = re.sub(PROGRAM, "", done.stderr.decode(errors="replace"), flags=re.M)
        if output.exists():
            self.output = output.read_bytes()
            output.unlink()

    def keep_first_message(self):
        first = re.search(r"^.*\b(?:error|warning): .*$", self.said, re.M)
        self.said = first.group() if first else ""

    def crashed(self):
        return self.code not in (0, 1) or self.code == 1 and LOST in self.said


def differences(ours, reference):
    if reference.crashed():
        return [] if ours.code == 1 else [f"the reference crashes, ours gives {ours.code}"]
    found = []
    if ours.code != reference.code:
        found.append(f"exit code {ours.code} for {reference.code}")
    if ours.said != reference.said:
        found.append(f"message\n      {ours.said}\n  for {reference.said}")
    if ours.output != reference.output:
        found.append("output")
    return found
