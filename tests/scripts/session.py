"""A client of the language server for scripts that measure it. Several threads may send requests at a time, and the
server's notifications are kept with their times."""

import json
import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

# The longest time that an answer may take, in seconds.
PATIENCE = 120


class Session:
    """A server that works in a folder. `more` are further parameters of the request `initialize`."""

    def __init__(self, program, folder, **more):
        self.process = subprocess.Popen([program, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder)
        self.arrived, self.sending = threading.Condition(), threading.Lock()
        # The answers that no thread has taken yet, by the number of the request.
        self.answers, self.number = {}, 0
        # The notifications, each with its time. The time of the last message, and the bytes of all messages.
        self.told, self.last, self.bytes = [], time.monotonic(), 0
        threading.Thread(target=self.read, daemon=True).start()
        self.ask("initialize", {"processId": os.getpid(), "rootUri": uri(folder), "capabilities": {}, **more})
        self.notify("initialized", {})

    def read(self):
        while header := self.process.stdout.readline():
            length = int(header.split(b":")[1])
            while self.process.stdout.readline().strip():
                pass
            message = json.loads(self.process.stdout.read(length))
            with self.arrived:
                self.last = time.monotonic()
                self.bytes += length
                if "method" in message and "id" in message:
                    self.send({"id": message["id"], "result": None})
                elif "method" in message:
                    self.told.append((self.last, message["method"], message["params"]))
                else:
                    self.answers[message["id"]] = message
                self.arrived.notify_all()

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        with self.sending:
            self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
            self.process.stdin.flush()

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def open(self, path):
        """Opens a file with its text on disk. Returns the text."""
        text = Path(path).read_text(encoding="utf-8")
        document = {"uri": uri(path), "languageId": "tablegen", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})
        return text

    def answer(self, method, params):
        """The whole answer to a request, which may be an error."""
        with self.arrived:
            self.number += 1
            number = self.number
        self.send({"id": number, "method": method, "params": params})
        return self.until(lambda: self.answers.pop(number, None))

    def ask(self, method, params):
        """The result of a request. An error ends the script."""
        answer = self.answer(method, params)
        if "error" in answer:
            sys.exit(f"{method}: {answer['error']}")
        return answer["result"]

    def until(self, test):
        """Waits until `test`, which is called after each message, is true. Returns its result."""
        with self.arrived:
            result = self.arrived.wait_for(test, PATIENCE)
        return result or sys.exit("the server did not answer")

    def cpu(self):
        """The seconds of processor time so far."""
        with open(f"/proc/{self.process.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self):
        """The current and the peak memory (`VmRSS`, `VmHWM`), in MiB."""
        with open(f"/proc/{self.process.pid}/status") as status:
            found = dict(re.findall(r"(VmHWM|VmRSS):\s+(\d+)", status.read()))
        return {name: int(kib) // 1024 for name, kib in found.items()}

    def stop(self):
        self.process.kill()
        self.process.wait()


def uri(path):
    return Path(path).absolute().as_uri()


def position(text, offset):
    return {"line": text.count("\n", 0, offset), "character": offset - text.rfind("\n", 0, offset) - 1}


def percentile(times, share):
    times = sorted(times)
    return times[min(len(times) - 1, int(len(times) * share))]
