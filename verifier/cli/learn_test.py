#!/usr/bin/env python3
"""learn finds what varies on a server whose fields have names that nobody has heard of, proposes nothing that is stable,
and nothing more once its patch is applied. Usage: learn_test.py PROGRAM"""
import base64
import email.utils
import http.server
import json
import pathlib
import re
import secrets
import subprocess
import sys
import tempfile
import threading
import uuid

CONTRACT = """// A contract without any mask.
{
  "httparity": 1,
  "name": "noise",
  "scenarios": [
    { "name": "visit",
      "steps": [
        { "name": "page", "request": { "method": "GET", "target": "/page", "headers": [["Host", "noise.test"]] } },
        { "name": "again", "request": { "method": "GET", "target": "/page", "headers": [["Host", "noise.test"]] } },
        { "name": "parts", "request": { "method": "GET", "target": "/parts", "headers": [["Host", "noise.test"]] } } ] } ]
}
"""

EXPECTED = [
    {"header": "Zeit", "type": "http-date"},
    {"header": "Spur", "type": "uuid", "fresh": True},
    {"header": "Keks", "after": "sitzung=", "until": ";", "type": "base64", "length": 44, "fresh": True},
    {"body": {"after": "<meta name=\"marke\" content=\"", "until": "\""}, "type": "base64", "length": 44, "fresh": True},
    {"header": "Art", "after": "teile; grenze=", "type": "hex", "length": 24, "name": "value-1"},
    {"body": {"after": "\n--", "until": ["\r", "-"]}, "type": "hex", "length": 24, "name": "value-1"},
]


class Noisy(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        fields = [("Zeit", email.utils.formatdate(usegmt=True)), ("Fest", "stable-0123456789abcdef0123")]
        if self.path == "/page":
            token = base64.b64encode(secrets.token_bytes(32)).decode()
            cookie = base64.b64encode(secrets.token_bytes(32)).decode()
            fields += [("Spur", str(uuid.uuid4())), ("Keks", f"sitzung={cookie}; path=/")]
            body = f'<meta name="marke" content="{token}">\n<a href="/a-0123456789abcdef0123.css">\n'
        else:
            border = secrets.token_hex(12)
            fields += [("Art", f"teile; grenze={border}")]
            body = f"\r\n--{border}\r\n\r\nab\r\n--{border}\r\n\r\ncd\r\n--{border}--\r\n"
        self.send_response_only(200)
        for name, value in fields:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_):
        pass


def learn(program, folder, port):
    run = subprocess.run([program, "learn", ".", "--reference", f"http://127.0.0.1:{port}"], cwd=folder, timeout=120,
                         capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout


def masks(patch):
    found = [json.loads(line.rstrip(",")) for line in re.findall(r"^\+ *(\{.*\},?)$", patch, re.MULTILINE)]
    for mask in found:
        assert mask.pop("why")
    return sorted(found, key=json.dumps)


def main(program):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Noisy)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        contract = pathlib.Path(folder, "contract.json")
        contract.write_text(CONTRACT)
        patch = learn(program, folder, server.server_port)
        assert masks(patch) == sorted(EXPECTED, key=json.dumps), patch
        assert masks(learn(program, folder, server.server_port)) == masks(patch), "another time it says something else"
        subprocess.run(["git", "apply", "--unsafe-paths", "-"], cwd=folder, input=patch, text=True, check=True)
        assert learn(program, folder, server.server_port) == "", "its own masks are not enough"
    server.shutdown()
    print(f"{len(EXPECTED)} masks found, none of them false, none missing once applied")


main(str(pathlib.Path(sys.argv[1]).resolve()))
