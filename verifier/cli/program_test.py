#!/usr/bin/env python3
"""The program from outside: exit statuses, signals, outputs, hostile peers. program_test.py PROGRAM [unittest words]"""
import json
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import unittest

from planted_server import PlantedServer

PROGRAM = ""
CONTRACT = """{ "httparity": 1, "name": "outside",
  "scenarios": [ { "name": "page", "steps": [
    { "name": "get", "request": { "method": "GET", "target": "/", "headers": [["Host", "outside.test"]] },
      "require": { "status": 200 } } ] } ] }
"""

# Started as "port", it has another page once /write was asked for.
REMEMBERS = """
import http.server, sys

class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    written = False

    def do_GET(self):
        if self.path == "/write":
            Handler.written = True
        body = b"port" if self.path == "/read" and Handler.written and sys.argv[1] == "port" else b"page"
        self.send_response_only(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        pass

http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2])), Handler).serve_forever()
"""


def answer(body, fields=b""):
    return b"HTTP/1.1 200 OK\r\n" + fields + b"Content-Length: %d\r\n\r\n" % len(body) + body


class Server(PlantedServer):
    """Answers every request with the same bytes; None: reads it and says nothing."""

    def __init__(self, answer_bytes):
        self.answer = answer_bytes
        self.asked = threading.Event()
        listening = socket.create_server(("127.0.0.1", 0))
        self.url = "http://127.0.0.1:%d" % listening.getsockname()[1]
        super().__init__(listening)

    def on_request(self, connection):
        self.asked.set()
        if self.answer is not None:
            connection.sendall(self.answer)
        return True


class Outside(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.contract = self.folder / "outside.contract.json"
        self.contract.write_text(CONTRACT)

    def server(self, answer_bytes):
        server = Server(answer_bytes)
        self.addCleanup(server.close)
        return server

    def words(self, reference, port, *more):
        return [PROGRAM, "verify", str(self.contract), "--reference", reference.url, "--port", port.url, *more]

    def verify(self, reference, port, *more, **options):
        return subprocess.run(self.words(reference, port, *more), capture_output=True, timeout=60, check=False, **options)

    def test_equal_answers_are_status_0(self):
        run = self.verify(self.server(answer(b"same")), self.server(answer(b"same")))
        self.assertEqual(run.returncode, 0, run.stdout)
        self.assertIn(b"1 parity", run.stdout)

    def test_other_answers_are_status_1_and_the_report_says_where(self):
        report = self.folder / "report.json"
        run = self.verify(self.server(answer(b"some")), self.server(answer(b"same")), "--report", "json:%s" % report)
        self.assertEqual(run.returncode, 1, run.stdout)
        result = json.loads(report.read_text())
        self.assertEqual(result["exit"], 1)
        difference = result["scenarios"][0]["steps"][0]["differences"][0]
        self.assertEqual(difference["kind"], "body-bytes")

    def test_a_contract_error_is_status_2_with_its_line(self):
        self.contract.write_text(CONTRACT.replace('"require"', '"requires"'))
        run = self.verify(self.server(answer(b"")), self.server(answer(b"")))
        self.assertEqual(run.returncode, 2)
        self.assertIn(b"outside.contract.json:4: ", run.stdout)

    def test_a_usage_error_is_status_2(self):
        for words in (["verify"], ["no-such-command"], ["verify", str(self.contract), "--no-such-option"], []):
            run = subprocess.run([PROGRAM, *words], capture_output=True, timeout=60, check=False)
            self.assertEqual(run.returncode, 2, words)
            self.assertTrue(run.stderr)

    def test_a_target_that_is_down_is_status_3(self):
        up, down = self.server(answer(b"")), self.server(answer(b""))
        down.close()
        self.assertEqual(self.verify(down, up).returncode, 3)
        self.assertEqual(self.verify(up, down).returncode, 3)

    def test_nothing_compared_is_status_5(self):
        up = self.server(answer(b""))
        self.assertEqual(self.verify(up, up, "--only", "nothing of this name").returncode, 5)
        failing = self.server(b"HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n")
        self.assertEqual(self.verify(failing, failing).returncode, 5)

    def test_a_full_disk_is_status_74_and_the_verdict_is_shown(self):
        up = self.server(answer(b""))
        run = self.verify(up, up, "--report", "json:/dev/full", "--report", "junit:%s" % (self.folder / "junit.xml"))
        self.assertEqual(run.returncode, 74)
        self.assertIn(b"1 parity", run.stdout)
        self.assertIn("output", (self.folder / "junit.xml").read_text())

    def test_a_reader_that_goes_away_is_quiet(self):
        up = self.server(answer(b""))
        with subprocess.Popen(self.words(up, up), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            process.stdout.close()
            said = process.stderr.read()
            self.assertEqual(process.wait(60), 141)
        self.assertEqual(said, b"")

    def interrupted(self, number):
        report = self.folder / "report.json"
        reference, port = self.server(None), self.server(None)
        words = self.words(reference, port, "--report", "json:%s" % report)
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            self.assertTrue(reference.asked.wait(30))
            process.send_signal(number)
            process.communicate(timeout=30)
        result = json.loads(report.read_text())
        self.assertFalse(result["complete"])
        self.assertEqual(result["exit"], process.returncode)
        return process.returncode

    def test_an_interrupt_is_status_130_with_an_incomplete_report(self):
        self.assertEqual(self.interrupted(signal.SIGINT), 130)

    def test_a_termination_is_status_143_with_an_incomplete_report(self):
        self.assertEqual(self.interrupted(signal.SIGTERM), 143)

    def test_peers_can_neither_move_the_cursor_nor_command_a_build_machine(self):
        hostile = b"\x1b[2J\x1b]0;x\x07\x9b2J\n::error::x\n##[group]x\n\xe2\x80\xae"
        reference = self.server(answer(b"", b"X-Odd: ref\x1b[2J\r\n"))
        port = self.server(answer(hostile, b"X-Odd: port\x1b[2J\r\n::error::x: y\r\n"))
        run = self.verify(reference, port)
        self.assertEqual(run.returncode, 1)
        for line in run.stdout.split(b"\n"):
            self.assertFalse(line.lstrip().startswith(b"::"), line)
            self.assertNotIn(b"##[", line)
            self.assertTrue(all(0x20 <= byte < 0x7f for byte in line), line)

    def test_large_bodies_make_a_small_report(self):
        size = 30_000_000
        report = self.folder / "report.json"
        run = self.verify(self.server(answer(b"r" * size)), self.server(answer(b"p" * size)), "--report", "json:%s" % report)
        self.assertEqual(run.returncode, 1)
        self.assertLess(len(run.stdout), 100_000)
        self.assertLess(report.stat().st_size, 5_000_000)

    def test_colour_is_for_terminals_and_no_color_is_obeyed(self):
        up, other = self.server(answer(b"a")), self.server(answer(b"b"))
        self.assertNotIn(b"\x1b", self.verify(up, other).stdout)
        self.assertIn(b"\x1b[31m", self.verify(up, other, "--color", "always").stdout)

    def test_the_replay_command_shows_the_difference_again(self):
        reference, port = self.server(answer(b"a")), self.server(answer(b"b"))
        said = self.verify(reference, port).stdout.decode()
        replay = next(line.split("replay: httparity ", 1)[1] for line in said.splitlines() if "replay: " in line)
        run = subprocess.run("%s %s" % (PROGRAM, replay), shell=True, capture_output=True, timeout=60, check=False)
        self.assertEqual(run.returncode, 1, run.stdout)

    def test_repetitions_that_disagree_are_flaky_and_status_5(self):
        reference, port = self.server(answer(b"a")), self.server(answer(b"a"))
        original = port.serve

        def alternate(connection):
            port.answer = answer(b"a") if port.answer != answer(b"a") else answer(b"b")
            original(connection)

        port.serve = alternate
        run = self.verify(reference, port, "--repeat", "2")
        self.assertEqual(run.returncode, 5, run.stdout)
        self.assertIn(b"flaky", run.stdout)

    def test_a_scenario_that_passes_alone_and_fails_in_the_suite_says_so(self):
        (self.folder / "server.py").write_text(REMEMBERS)
        target = {name: {"command": [sys.executable, "server.py", name, "{tcp_port}"], "url": "http://127.0.0.1:{tcp_port}"}
                  for name in ("reference", "port")}
        (self.folder / "targets.json").write_text(json.dumps(
            {"httparity_targets": 1, "reference": "reference", "port": "port", "targets": target}))
        self.contract.write_text(json.dumps({"httparity": 1, "name": "outside", "scenarios": [
            {"name": name, "state": "shared", "steps": [
                {"name": name, "request": {"method": "GET", "target": "/" + name, "headers": [["Host", "outside.test"]]}}]}
            for name in ("write", "read")]}))
        report = self.folder / "report.json"
        words = [PROGRAM, "verify", str(self.folder), "--report", "text", "--report", "json:%s" % report]
        run = subprocess.run([*words, "--in-order", "--jobs", "1"], capture_output=True, timeout=60, check=False)
        self.assertEqual(run.returncode, 1, run.stdout)
        said = "alone it is at parity: it depends on what ran before it (in the contract's order)"
        self.assertIn(said.encode(), run.stdout)
        write, read = json.loads(report.read_text())["scenarios"]
        self.assertEqual(write["notes"], [])
        self.assertEqual(read["notes"], [said])
        self.assertEqual(read["steps"][0]["verdict"], "differs")
        run = subprocess.run([*words, "--only", "read"], capture_output=True, timeout=60, check=False)
        self.assertEqual(run.returncode, 0, run.stdout)


if __name__ == "__main__":
    PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
