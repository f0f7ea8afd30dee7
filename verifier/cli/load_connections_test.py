#!/usr/bin/env python3
"""The connections of `httparity load` from outside. load_connections_test.py PROGRAM [unittest words]"""
import resource
import socket
import threading

from load_outside import ANSWER, Program, main


class Sockets(Program):
    def test_a_unix_socket_takes_load_from_both_engines(self):
        server = self.server(family=socket.AF_UNIX, address=str(self.folder / "s"))
        for engine in ("epoll", "auto"):
            _, one = self.load(server.url, "--engine", engine, "--connections", 8, "--requests", 200)
            self.assertEqual(one["valid"], 200)

    def test_more_connections_than_a_unix_socket_lets_wait_all_stand(self):
        server = self.server(family=socket.AF_UNIX, address=str(self.folder / "s"), backlog=1)
        for engine in ("epoll", "auto"):
            _, one = self.load(server.url, "--engine", engine, "--connections", 32, "--requests", 200)
            self.assertEqual(one["connects"]["made"], 32)

    def test_ipv6_takes_load(self):
        server = self.server(family=socket.AF_INET6, address=("::1", 0))
        _, one = self.load(server.url, "--connections", 4, "--requests", 100, "--source", "::1")
        self.assertEqual(one["valid"], 100)

    def test_a_name_is_reached_at_the_address_where_somebody_listens(self):
        server = self.server()
        _, one = self.load(server.url.replace("127.0.0.1", "localhost"), "--connections", 4, "--requests", 100)
        self.assertEqual(one["valid"], 100)

    def test_each_source_address_is_used(self):
        for engine in ("epoll", "auto"):
            server = self.server()
            self.load(server.url, "--engine", engine, "--connections", 8, "--requests", 100, "--source",
                      "127.0.0.2,127.0.0.3")
            self.assertLessEqual({"127.0.0.2", "127.0.0.3"}, server.peers)

    def test_a_source_that_cannot_reach_the_target_is_refused_before_load(self):
        server = self.server()
        for source, words in (("::1", "same family"), ("203.0.113.7", "an address of this machine"), ("x", "is no address")):
            text, one = self.load(server.url, "--source", source, status=2)
            self.assertIn(words, text)
            self.assertIsNone(one)


class Refused(Program):
    def test_nobody_listens(self):
        server = self.server()
        server.close()
        text, one = self.load(server.url, status=3)
        self.assertIn("refused", text)
        self.assertIsNone(one)

    def test_too_few_descriptors_are_named_with_the_cure(self):
        def few():
            resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100))
        text, one = self.load(self.server().url, "--connections", 1000, status=2, preexec_fn=few)
        self.assertIn("--connections 1000: needs 1064 open files, the limit is 100: raise it", text)
        self.assertIsNone(one)

    def test_a_backlog_too_small_for_the_connections_is_named(self):
        # It serves the connections of the verification, and takes none any more when the load comes.
        for engine in ("epoll", "auto"):
            quiet = socket.create_server(("127.0.0.1", 0), backlog=1)
            self.addCleanup(quiet.close)
            few = threading.Thread(target=serve_some, args=(quiet, 1), daemon=True)
            few.start()
            text, one = self.load("http://127.0.0.1:%d" % quiet.getsockname()[1], "--engine", engine, "--connections", 64,
                                  "--time", "connect=2500", status=3)
            few.join(30)
            self.assertIn("64 connections stood", text)
            self.assertRegex(one["failure"], r"only \d+ of 64 connections stood: within 2500 ms no more were taken: ask for "
                                             r"fewer --connections, or raise the target's listen backlog")
            self.assertEqual(one["accept_queue"], 1)
            self.assertGreater(one["kernel"]["listen_overflows"] + one["kernel"]["syn_retries"], 0)
            self.assertRegex(text, r"the accept queue overflowed \d+ times.*\(it lets 1 wait\)")


    def test_a_unix_socket_that_takes_no_more_is_named_with_its_queue(self):
        for engine in ("epoll", "auto"):
            path = str(self.folder / engine)
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as quiet:
                quiet.bind(path)
                quiet.listen(3)
                threading.Thread(target=serve_some, args=(quiet, 1), daemon=True).start()
                text, one = self.load("unix:" + path, "--engine", engine, "--connections", 64, "--time", "connect=500",
                                      status=3)
                self.assertEqual(one["accept_queue"], 3)
                self.assertRegex(text, r"raise the target's listen backlog or its own limit \(its accept queue is full: 4 wait\)")


def serve_some(listener, connections):
    """Serves so many connections, and takes no more."""
    for _ in range(connections):
        with listener.accept()[0] as connection:
            received = b""
            while data := connection.recv(65536):
                received += data
                while b"\r\n\r\n" in received:
                    received = received.split(b"\r\n\r\n", 1)[1]
                    connection.sendall(ANSWER)


if __name__ == "__main__":
    main()
