#!/usr/bin/env python3
"""`httparity load` as a process: its own delay, processors, signals, a target that dies. load_process_test.py PROGRAM [unittest words]"""
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time

from load_outside import Program, main, wait_until

# Answers every request; a child process beside it, so that the tree has more than its root.
STARTED = """
import http.server, subprocess, sys

class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1

    def do_GET(self):
        self.send_response_only(200)
        self.send_header("Content-Length", "4")
        self.end_headers()
        self.wfile.write(b"same")

    def log_message(self, *words):
        pass

subprocess.Popen(["sleep", "60"])
http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
"""


class KernelTime(Program):
    def test_what_lay_here_while_the_client_slept_is_the_clients_own_delay(self):
        server = self.server()
        program = subprocess.Popen(self.words(server.url, "--kernel-time", "--duration", "60s", "--connections", 4, "--report",
                                              "hdr:%s" % (self.folder / "log")), stdout=subprocess.PIPE)
        self.addCleanup(program.kill)
        wait_until(lambda: server.asked > 300)
        program.send_signal(signal.SIGSTOP)
        wait_until(lambda: self.stopped(program.pid))
        time.sleep(0.5)  # the delay that is planted, not a hope
        program.send_signal(signal.SIGCONT)
        before = server.asked
        wait_until(lambda: server.asked > before + 100)
        program.send_signal(signal.SIGINT)
        text = program.communicate(timeout=30)[0].decode()
        delay = self.measured()["client_delay"]
        self.assertGreater(delay["count"], 100)
        self.assertGreater(delay["max_ns"], 250_000_000)
        self.assertLess(delay["p50_ns"], delay["max_ns"])
        self.assertRegex(text, r"of these latencies .* are the client's")
        self.assertIn("__client_delay", (self.folder / "log").read_text())

    @staticmethod
    def stopped(program):
        return all(task.read_text().rsplit(")", 1)[1].split()[0] == "T"
                   for task in pathlib.Path("/proc/%d/task" % program).glob("*/stat"))

    def test_it_is_refused_where_no_stamp_can_be_read(self):
        text, one = self.load(self.server().url, "--kernel-time", "--engine", "uring", status=2)
        self.assertIn("--kernel-time: io_uring's receives carry no stamp", text)
        self.assertIsNone(one)
        server = self.server(family=socket.AF_UNIX, address=str(self.folder / "s"))
        text, one = self.load(server.url, "--kernel-time", status=2)
        self.assertIn("plain TCP alone", text)
        self.assertIsNone(one)

    def test_it_takes_the_engine_that_can(self):
        text, one = self.load(self.server().url, "--kernel-time", "--requests", 50)
        self.assertRegex(text, r"engine +epoll\n")
        self.assertGreater(one["client_delay"]["count"], 0)

    def test_without_it_nothing_is_stamped(self):
        _, one = self.load(self.server().url, "--requests", 50)
        self.assertEqual(one["client_delay"]["count"], 0)


class Pinned(Program):
    def test_server_and_client_run_where_they_were_put(self):
        if os.cpu_count() < 2:
            self.skipTest("needs two processors")
        (self.folder / "serve.py").write_text(STARTED)
        (self.folder / "targets.json").write_text("""{ "httparity_targets": 1, "reference": "own", "port": "own", "targets": {
          "own": { "command": ["%s", "serve.py", "{tcp_port}"], "url": "http://127.0.0.1:{tcp_port}" } } }""" % sys.executable)
        self.contract.rename(self.folder / "contract.json")
        self.contract = self.folder
        program = subprocess.Popen(self.words("own", "--server-cpus", 0, "--client-cpus", 1, "--duration", "20s"),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(program.wait, 60)
        self.addCleanup(program.send_signal, signal.SIGINT)
        found, limit = {}, time.monotonic() + 30
        while time.monotonic() < limit and not ({"server", "child", "client"} <= found.keys()):
            found = self.look(program.pid)
        self.assertEqual(found, {"server": {"0"}, "child": {"0"}, "client": {"1"}})

    @staticmethod
    def look(program):
        """Which processors the server, its child and the client's pinned threads may use; without what isn't there yet."""
        def allowed(status):
            try:
                lines = pathlib.Path(status).read_text().splitlines()
            except OSError:
                return None
            return next(line.split()[1] for line in lines if line.startswith("Cpus_allowed_list"))
        found = {}
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                command = (process / "cmdline").read_bytes()
                parent = int((process / "stat").read_text().rsplit(")", 1)[1].split()[1])
                above = (pathlib.Path("/proc") / str(parent) / "cmdline").read_bytes()
            except (OSError, ValueError, IndexError):
                continue
            if b"serve.py" in command and descends(process.name, program):
                found.setdefault("server", set()).add(allowed(process / "status"))
            elif b"serve.py" in above and descends(process.name, program):
                found.setdefault("child", set()).add(allowed(process / "status"))
        for task in pathlib.Path("/proc/%d/task" % program).glob("[0-9]*"):
            try:
                name = (task / "comm").read_text()
            except OSError:
                continue
            if name.startswith("load "):
                found.setdefault("client", set()).add(allowed(task / "status"))
        return found


def descends(process, ancestor):
    process = int(process)
    for _ in range(16):
        if process == ancestor:
            return True
        try:
            process = int(pathlib.Path("/proc/%d/stat" % process).read_text().rsplit(")", 1)[1].split()[1])
        except (OSError, IndexError):
            return False
    return False


class Ended(Program):
    def test_an_interrupt_keeps_what_was_measured_and_marks_it(self):
        for engine in ("epoll", "auto"):
            server = self.server()
            program = subprocess.Popen(self.words(server.url, "--engine", engine, "--duration", "60s", "--connections", 4),
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.addCleanup(program.kill)
            wait_until(lambda: server.asked > 300)
            program.send_signal(signal.SIGINT)
            self.assertEqual(program.wait(30), 130)
            one = self.measured()
            self.assertTrue(one["partial"])
            self.assertGreater(one["valid"], 100)
            self.assertEqual(one["unanswered"], 0)

    def test_a_target_that_dies_ends_the_load_with_status_3_and_what_was_measured(self):
        for engine in ("epoll", "auto"):
            server = self.server()
            program = subprocess.Popen(self.words(server.url, "--engine", engine, "--duration", "60s", "--connections", 4),
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            self.addCleanup(program.kill)
            wait_until(lambda: server.asked > 300)
            server.close()
            text = program.communicate(timeout=30)[0].decode()
            self.assertEqual(program.returncode, 3, text)
            one = self.measured()
            self.assertTrue(one["target_lost"])
            self.assertGreater(one["valid"], 100)
            self.assertIn("takes no connection any more", text)


if __name__ == "__main__":
    main()
