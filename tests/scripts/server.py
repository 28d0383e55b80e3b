"""A client of the language server for the scripts that ask it."""

import json
import subprocess
import sys


class Server:
    """A server with one unit, for any number of requests about it."""

    def __init__(self, binary, folder, root):
        command = [binary, "lsp", "--stdio"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.asked = 0
        uri = folder.resolve().as_uri()
        self.ask_all("initialize", [{"processId": None, "rootUri": uri, "capabilities": {}}])
        self.send({"method": "initialized", "params": {}})
        self.document = self.open(root, root.read_text(encoding="utf-8"))

    def open(self, path, text):
        """Opens a file with a text, which may differ from that on disk. Returns the document for requests."""
        uri = path.resolve().as_uri()
        document = {"uri": uri, "languageId": "tablegen", "version": 1, "text": text}
        self.send({"method": "textDocument/didOpen", "params": {"textDocument": document}})
        return {"uri": uri}

    def stop(self):
        self.process.kill()
        self.process.wait()

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while (line := self.process.stdout.readline()) not in (b"\r\n", b""):
            name, value = line.split(b":")
            if name.lower() == b"content-length":
                length = int(value)
        if not length:
            sys.exit("the server has ended")
        return json.loads(self.process.stdout.read(length))

    def ask_all(self, method, all_params):
        """The answers to several requests, a few of which are pending at a time."""
        answers = {}
        all_params = list(all_params)
        pending = []
        for number, params in enumerate(all_params):
            self.asked += 1
            pending.append((self.asked, number))
            self.send({"id": self.asked, "method": method, "params": params})
            if len(pending) >= 16 or number + 1 == len(all_params):
                self.collect(dict(pending), answers)
                pending = []
        return [answers[number] for number in range(len(all_params))]

    def collect(self, pending, answers):
        while pending:
            message = self.receive()
            if "method" in message:
                if "id" in message:
                    self.send({"id": message["id"], "result": None})
            elif message["id"] in pending:
                if "error" in message:
                    sys.exit(f"the server refuses: {message['error']}")
                answers[pending.pop(message["id"])] = message["result"]

    def about(self, params):
        return {"textDocument": self.document, **params}
