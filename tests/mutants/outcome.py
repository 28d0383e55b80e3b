"""The outcome of a program on a root, and the differences between two programs' outcomes."""

import re
import subprocess

from intrinsics import LOST

PROGRAM = r"^\S*(?:tblgen|tablegen-analyzer)\S*(?: tblgen)?: "


class Outcome:
    """The output of a program, its exit code, and all of its messages or the first one."""

    def __init__(self, words, output, timeout, folder=None):
        self.output, self.code, self.said = None, "no end", ""
        try:
            done = subprocess.run(
                words, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=timeout
            )
        except subprocess.TimeoutExpired:
            return
        self.code = done.returncode
        # A message without a place begins with the program's name.
        self.said = re.sub(PROGRAM, "", done.stderr.decode(errors="replace"), flags=re.M)
        if output.exists():
            self.output = output.read_bytes()
            output.unlink()

    def keep_first_message(self):
        first = re.search(r"^.*\b(?:error|warning): .*$", self.said, re.M)
        self.said = first.group() if first else ""

    def crashed(self):
        return self.code not in (0, 1) or self.code == 1 and LOST in self.said


def differences(ours, reference, newer=None):
    """The differences between our outcome and the reference's. With a newer reference, our release is between both, so
    that only their common results count. Newer releases begin some messages with a small letter."""
    references = [reference, newer or reference]
    if any(it.crashed() for it in references):
        return [] if ours.code == 1 or newer else [f"the reference crashes, ours gives {ours.code}"]

    def said(it):
        return it.said.casefold() if newer else it.said

    # A reference may reject a root for a reason that its release alone has.
    if len({(it.code, said(it)) for it in references}) > 1:
        return []
    found = []
    if ours.code != reference.code:
        found.append(f"exit code {ours.code} for {reference.code}")
    if said(ours) != said(reference):
        found.append(f"message\n      {ours.said}\n  for {reference.said}")
    if references[0].output == references[1].output != ours.output:
        found.append("output")
    return found
