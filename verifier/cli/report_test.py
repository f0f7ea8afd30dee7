#!/usr/bin/env python3
"""A run's file says all that the run said, as text, JSON and a page that a browser draws. report_test.py PROGRAM PAGE_TEST"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PROGRAM, PAGE_TEST = sys.argv[1:3]
SKIPPED = 77
NAME = '<img src=x onerror=alert(1)>&"\''
CONTRACT = """{ "httparity": 1, "name": "report",
  "scenarios": [ { "name": "page", "state": "shared", "steps": [
    { "name": "get </script><script>alert(2)</script>", "load": {},
      "request": { "method": "GET", "target": "/", "headers": [["Host", "report.test"]] },
      "require": { "status": 200 } } ] } ] }
"""
SERVER = """
import socketserver, sys

class Handler(socketserver.StreamRequestHandler):
    def handle(self):
        while True:
            line = self.rfile.readline()
            if not line:
                return
            if line == b"\\r\\n":
                self.wfile.write(b"HTTP/1.1 200 OK\\r\\nContent-Length: 5\\r\\n\\r\\n<b>hi")

class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

Server(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
"""
STEPS = 2
CHARTS = 3 + 3 * STEPS


def run(*words, status=0):
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=200)
    if done.returncode != status:
        sys.exit("%s ended with %d, wanted %d:\n%s%s" % (words[0], done.returncode, status, done.stdout, done.stderr))
    return done.stdout + done.stderr


def main(folder):
    (folder / "server.py").write_text(SERVER)
    (folder / "page.contract.json").write_text(CONTRACT)
    target = {"command": [sys.executable, str(folder / "server.py"), "{tcp_port}"], "url": "http://127.0.0.1:{tcp_port}"}
    (folder / "targets.json").write_text(json.dumps(
        {"httparity_targets": 1, "reference": "plain", "port": NAME, "targets": {"plain": target, NAME: target}}))
    results = folder / "results.json"
    said = run("load", str(folder), "--connections", "1,2", "--duration", "2s", "--warmup", "0s", "--rounds", "2",
               "--headroom", "100%", "--report", "json:%s" % results)

    again = folder / "again.json"
    page = folder / "page.html"
    assert run("report", str(results), "--report", "json:%s" % again, "--report", "html:%s" % page) == said
    assert again.read_bytes() == results.read_bytes()
    text = page.read_text("ascii")
    assert "<img" not in text and "<script>alert" not in text

    for told, untold in (("complete", "false"), ("exit", "1"), ("void", '["late"]'), ("valid_per_second", "1e6")):
        edited = folder / "edited.json"
        edited.write_text(re.sub(r'"%s": (\[\]|[\w.]+)' % told, '"%s": %s' % (told, untold), results.read_text(), count=1))
        said = run("report", str(edited), status=2)
        assert "edited.json:" in said and "/%s: " % told in said and "follow" in said, said
    results.write_text(results.read_text().replace('"started"', '"begun"', 1))
    assert 'needs "started"' in run("report", str(results), status=2)
    assert "none.json" in run("report", str(folder / "none.json"), status=2)

    if not shutil.which("node"):
        print("needs node, which is not installed here")
        return 1 if os.environ.get("HTTPARITY_REQUIRE") == "all" else SKIPPED
    if os.environ.get("HTTPARITY_SCREENSHOTS"):
        return subprocess.run(["node", PAGE_TEST, str(page), str(CHARTS), os.environ["HTTPARITY_SCREENSHOTS"]]).returncode
    return subprocess.run(["node", PAGE_TEST, str(page), str(CHARTS)]).returncode


with tempfile.TemporaryDirectory() as name:
    sys.exit(main(pathlib.Path(name)))
