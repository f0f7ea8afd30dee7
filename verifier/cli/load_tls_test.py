#!/usr/bin/env python3
"""`httparity load` over TLS: a real nginx, an authority and certificates of the test's own. load_tls_test.py PROGRAM [unittest words]"""
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import unittest

from load_outside import Program, main, wait_until
from planted_authority import Authority

NGINX = """
daemon off; master_process off; pid %(folder)s/pid; error_log stderr;
events { worker_connections 512; }
http {
  access_log off; client_body_temp_path %(folder)s; proxy_temp_path %(folder)s; fastcgi_temp_path %(folder)s;
  uwsgi_temp_path %(folder)s; scgi_temp_path %(folder)s;
  ssl_certificate %(folder)s/leaf.pem; ssl_certificate_key %(folder)s/leaf.key; ssl_session_timeout 5m;
  server { listen 127.0.0.1:%(kept)d ssl; root %(folder)s/www; keepalive_requests 1000000; }
  server { listen 127.0.0.1:%(closing)d ssl; root %(folder)s/www; keepalive_timeout 0; ssl_protocols %(protocol)s; }
}
"""


class Nginx(Program):
    """Over TLS, with an authority and certificates of this test's own."""

    @classmethod
    def setUpClass(cls):
        cls.nginx = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin:/sbin")
        if cls.nginx is None or shutil.which("openssl") is None:
            if os.environ.get("HTTPARITY_REQUIRE") == "all":
                raise AssertionError("nginx and openssl are required here")
            raise unittest.SkipTest("needs nginx and openssl")
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.place = pathlib.Path(folder.name)
        cls.place.chmod(0o755)
        Authority(cls.place).make("leaf")
        (cls.place / "www").mkdir()
        (cls.place / "www" / "index.html").write_bytes(bytes(range(256)) * 300)

    def start(self, protocol="TLSv1.3"):
        ports = []
        for _ in range(2):
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                ports.append(free.getsockname()[1])
        config = self.folder / "nginx.conf"
        config.write_text(NGINX % {"folder": self.place, "kept": ports[0], "closing": ports[1], "protocol": protocol})
        server = subprocess.Popen([self.nginx, "-p", str(self.place), "-c", str(config)], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL)
        self.addCleanup(server.wait, 30)
        self.addCleanup(server.kill)
        wait_until(lambda: can_connect(ports[1]))
        return ["https://127.0.0.1:%d" % port for port in ports]

    def test_load_over_tls_is_verified_and_every_answer_checked(self):
        kept, _ = self.start()
        for target in (kept, kept.replace("127.0.0.1", "localhost")):
            text, one = self.load(target, "--cacert", self.place / "root.pem", "--connections", 8, "--requests", 400)
            self.assertEqual(one["valid"], 400, text)
            self.assertEqual(one["connects"]["tls_handshakes"], 8)
            self.assertEqual(one["errors"], [])

    def test_sessions_are_resumed(self):
        for protocol in ("TLSv1.2", "TLSv1.3"):
            _, closing = self.start(protocol)
            text, one = self.load(closing, "--cacert", self.place / "root.pem", "--connections", 4, "--requests", 100)
            self.assertEqual(one["valid"], 100)
            connects = one["connects"]
            self.assertGreaterEqual(connects["tls_handshakes"], 100)
            self.assertEqual(connects["tls_resumed"], connects["tls_handshakes"] - 4)
            self.assertRegex(text, r"\d+ TLS handshakes, %d of them resumed" % connects["tls_resumed"])

    def test_the_kernels_stamps_are_refused_before_load(self):
        kept, _ = self.start()
        text, one = self.load(kept, "--cacert", self.place / "root.pem", "--kernel-time", status=2)
        self.assertIn("--kernel-time: %s: the kernel's stamps are read from plain TCP alone: leave it out here" % kept, text)
        self.assertIsNone(one)

    def test_an_authority_that_is_not_trusted_is_refused_before_load(self):
        kept, _ = self.start()
        text, one = self.load(kept, status=3)
        self.assertIn("--cacert", text)
        self.assertIsNone(one)
        _, one = self.load(kept, "--insecure", "--requests", 50)
        self.assertEqual(one["valid"], 50)

    def test_a_certificate_for_another_host_is_refused_before_load(self):
        kept, _ = self.start()
        text, one = self.load(kept.replace("127.0.0.1", "127.0.0.2"), "--cacert", self.place / "root.pem", status=3)
        self.assertIsNone(one)
        self.assertIn("127.0.0.2", text)


def can_connect(tcp_port):
    try:
        socket.create_connection(("127.0.0.1", tcp_port), timeout=1).close()
    except OSError:
        return False
    return True


if __name__ == "__main__":
    main()
