#!/usr/bin/env python3
"""What the reports say of the certificates that each side serves. tls_test.py PROGRAM [unittest words]"""
import hashlib
import json
import pathlib
import socket
import ssl
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

from planted_authority import AUTHORITY, Authority
from planted_server import PlantedServer

PROGRAM = ""
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nsame"
CONTRACT = """{ "httparity": 1, "name": "tls",
  "scenarios": [ { "name": "page", "steps": [
    { "name": "get", "request": { "method": "GET", "target": "/", "headers": [["Host", "tls.test"]] },
      "require": { "status": 200 } } ] } ] }
"""


class Chain(Authority):
    """A root, an intermediate and a leaf for 127.0.0.1."""

    def __init__(self, folder):
        super().__init__(folder)
        self.intermediate = self.make("intermediate", AUTHORITY)
        self.leaf = self.make("leaf", issuer="intermediate")
        self.chain = folder / "chain.pem"
        self.chain.write_text(self.leaf.read_text() + self.intermediate.read_text())


class TlsServer(PlantedServer):
    """Serves the certificates of a file, and the same answer to every request."""

    def __init__(self, certificates, key):
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(certificates, key)
        listening = socket.create_server(("127.0.0.1", 0))
        self.url = "https://127.0.0.1:%d" % listening.getsockname()[1]
        super().__init__(listening)

    def serve(self, connection):
        connection.settimeout(30)
        try:
            with self.context.wrap_socket(connection, server_side=True) as tls:
                super().serve(tls)
        except OSError:
            connection.close()  # a client that refuses the certificate

    def on_request(self, connection):
        connection.sendall(ANSWER)
        return True


class Tls(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.authority = Chain(cls.folder)
        cls.contract = cls.folder / "tls.contract.json"
        cls.contract.write_text(CONTRACT)

    def server(self, certificates):
        server = TlsServer(certificates, self.folder / "leaf.key")
        self.addCleanup(server.close)
        return server

    def verify(self, reference, port, *more):
        """Exit status, text, JSON's targets by their role, and JUnit's skipped tests."""
        files = {kind: self.folder / ("report." + kind) for kind in ("json", "junit")}
        for file in files.values():
            file.unlink(missing_ok=True)
        reports = [word for kind, file in files.items() for word in ("--report", "%s:%s" % (kind, file))]
        run = subprocess.run([PROGRAM, "verify", str(self.contract), "--reference", reference.url, "--port", port.url,
                              "--report", "text", *reports, *more], capture_output=True, timeout=60, check=False)
        targets = {target["role"]: target for target in json.loads(files["json"].read_text())["targets"]}
        junit = xml.etree.ElementTree.parse(files["junit"])
        skipped = [element.get("message") for element in junit.iter("skipped")]
        return run.returncode, run.stdout.decode(), targets, skipped

    def assert_said_everywhere(self, words, role, text, targets, skipped):
        self.assertRegex(text, r"WARNING +" + words)
        self.assertRegex("\n".join(targets[role]["warnings"]), words)
        self.assertRegex("\n".join(skipped), role + ": " + words)

    def test_a_chain_that_verifies_is_named_without_a_warning(self):
        whole = self.server(self.authority.chain)
        status, text, targets, skipped = self.verify(whole, whole, "--cacert", self.authority.root)
        self.assertEqual(status, 0, text)
        self.assertNotIn("WARNING", text)
        self.assertEqual(skipped, [])
        digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(self.authority.leaf.read_text())).hexdigest()
        for role in ("reference", "port"):
            facts = targets[role]["facts"]
            self.assertEqual(facts["certificates"], "2")
            self.assertEqual(facts["verified"], "yes")
            self.assertEqual(facts["leaf sha256"], digest)

    def test_a_port_that_serves_its_leaf_alone_is_said_where_the_intermediate_is_trusted(self):
        trusted = self.folder / "both.pem"
        trusted.write_text(self.authority.root.read_text() + self.authority.intermediate.read_text())
        whole, bare = self.server(self.authority.chain), self.server(self.authority.leaf)
        status, *said = self.verify(whole, bare, "--cacert", trusted)
        self.assertEqual(status, 0, said[0])
        self.assert_said_everywhere("it serves 1 of the 2 certificates", "port", *said)

    def test_a_port_whose_leaf_alone_does_not_verify_is_down_and_says_why(self):
        whole, bare = self.server(self.authority.chain), self.server(self.authority.leaf)
        status, *said = self.verify(whole, bare, "--cacert", self.authority.root)
        self.assertEqual(status, 3, said[0])
        self.assertIn("--cacert", said[0])
        self.assert_said_everywhere("its certificate does not verify: unable to get", "port", *said)
        self.assert_said_everywhere("it serves 1 of the 2 certificates", "port", *said)

    def test_insecure_is_loud_in_every_report(self):
        whole, bare = self.server(self.authority.chain), self.server(self.authority.leaf)
        status, *said = self.verify(whole, bare, "--cacert", self.authority.root, "--insecure")
        self.assertEqual(status, 0, said[0])
        for role in ("reference", "port"):
            self.assert_said_everywhere("--insecure: certificates are not verified", role, *said)
        self.assert_said_everywhere("its certificate does not verify: unable to get", "port", *said)
        self.assert_said_everywhere("it serves 1 of the 2 certificates", "port", *said)
        self.assertEqual(said[1]["reference"]["facts"]["verified"], "yes")


if __name__ == "__main__":
    PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
