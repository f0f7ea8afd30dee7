"""What the tests of `httparity load` from outside share: a planted server, and a way to run the program."""
import fcntl
import json
import pathlib
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
import unittest

from planted_server import PlantedServer

PROGRAM = [""]
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nsame"
CONTRACT = """{ "httparity": 1, "name": "connections", "masks": [ { "header": "Date", "type": "http-date", "why": "clock" } ],
  "scenarios": [ { "name": "page", "steps": [
    { "name": "get", "request": { "method": "GET", "target": "/", "headers": [["Host", "load.test"]] },
      "require": { "status": 200 }, "load": {} } ] } ] }
"""


def wait_until(claim, seconds=30):
    limit = time.monotonic() + seconds
    while not claim():
        if time.monotonic() > limit:
            raise AssertionError("waited in vain")
        time.sleep(0.01)


class Cut:
    """As an answer to request `number`: all but its last bytes, then a half-close (`fate`) or a reset (None)."""

    def __init__(self, number, fate):
        self.number, self.fate = number, fate

    def __call__(self, number):
        return self if number == self.number else ANSWER


def unread(connection):
    """What of the bytes sent the peer's kernel has not acknowledged."""
    return struct.unpack("i", fcntl.ioctl(connection, termios.TIOCOUTQ, b"\0\0\0\0"))[0]


class Server(PlantedServer):
    """Answers each request with what `answer` gives for its number (None: resets), on loopback or a Unix socket."""

    def __init__(self, answer=lambda number: ANSWER, family=socket.AF_INET, address=("127.0.0.1", 0), backlog=128):
        self.answer, self.lock, self.asked, self.peers = answer, threading.Lock(), 0, set()
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.bind(address)
        listening.listen(backlog)
        if family == socket.AF_UNIX:
            self.url = "unix:" + address
        else:
            name = "[%s]" % address[0] if family == socket.AF_INET6 else address[0]
            self.url = "http://%s:%d" % (name, listening.getsockname()[1])
        self.closes_after = 0  # so many answers, without a word; 0: never
        self.takes = threading.Event()
        self.takes.set()
        super().__init__(listening)

    def wants(self, peer):
        if self.takes.is_set():
            self.peers.add(peer[0] if peer else "")
        return self.takes.is_set()

    def on_request(self, connection):
        with self.lock:
            self.asked += 1
            number = self.asked
        said = self.answer(number)
        if isinstance(said, Cut):
            connection.sendall(ANSWER[:-2])
            if said.fate is not None:
                connection.shutdown(said.fate)
                return False
            wait_until(lambda: unread(connection) == 0)
        if said is None or isinstance(said, Cut):
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            connection.close()
            return False
        connection.sendall(said)
        if b"Connection: close" in said:
            connection.shutdown(socket.SHUT_WR)
            return False
        if self.closes_after and number % self.closes_after == 0:
            connection.shutdown(socket.SHUT_RDWR)
            connection.close()
            return False
        return True


class Program(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.contract = self.folder / "connections.contract.json"
        self.contract.write_text(CONTRACT)

    def server(self, *words, **options):
        server = Server(*words, **options)
        self.addCleanup(server.close)
        return server

    def words(self, target, *more):
        self.report = self.folder / "results.json"
        return [*PROGRAM, "load", str(self.contract), "--targets", target, "--rounds", "1", "--warmup", "0s", "--headroom",
                "100%", "--drift", "100%", "--wait", "block", "--report", "text", "--report", "json:%s" % self.report,
                *map(str, more)]

    def load(self, target, *more, status=0, **options):
        """Runs a load and returns its text and its last measurement."""
        run = subprocess.run(self.words(target, *more), capture_output=True, timeout=90, check=False, **options)
        text = run.stdout.decode() + run.stderr.decode()
        self.assertEqual(run.returncode, status, text)
        return text, self.measured()

    def measured(self):
        measurements = json.loads(self.report.read_text())["load"]["measurements"]
        return measurements[-1] if measurements else None

    def errors(self, measurement):
        return {error["name"]: error["count"] for error in measurement["errors"]}


def main():
    """Runs the tests of the module that is the program: MODULE PROGRAM [unittest words]"""
    PROGRAM[0] = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main(module="__main__")
