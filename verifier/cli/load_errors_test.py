#!/usr/bin/env python3
"""What `httparity load` counts as an error, each kind from a server that makes it. load_errors_test.py PROGRAM [unittest words]"""
import socket

from load_outside import ANSWER, Cut, Program, main

CLOSING = b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 4\r\n\r\nsame"


class Errors(Program):
    def test_a_kept_connection_that_ends_before_its_answer_is_asked_once_more(self):
        # Every tenth request finds its connection closed: as where a server's idle time is over just then.
        for engine in ("epoll", "auto"):
            server = self.server(lambda number: None if number > 40 and number % 10 == 9 else ANSWER)
            _, one = self.load(server.url, "--engine", engine, "--connections", 1, "--requests", 100)
            self.assertEqual(one["valid"], 100)
            self.assertGreater(self.errors(one)["idle-close"], 3)
            self.assertEqual(one["connects"]["made"], 1 + self.errors(one)["idle-close"])
            first = one["errors"][0]
            self.assertIn("closed before any byte", first["first"])

    def test_a_connection_that_is_closed_between_two_requests_gets_none_twice(self):
        # A request that is queued when the close is seen belongs to the old connection, not to the one that replaces it.
        for engine in ("epoll", "auto"):
            server = self.server(lambda number: ANSWER)
            server.closes_after = 50
            text, one = self.load(server.url, "--engine", engine, "--connections", 1, "--requests", 5000)
            self.assertEqual(one["valid"], 5000, text)
            self.assertEqual(set(self.errors(one)), {"idle-close"}, text)

    def test_a_first_request_that_is_reset_is_an_error_of_its_own(self):
        server = self.server(lambda number: None if number > 40 else CLOSING)
        text, one = self.load(server.url, "--connections", 1, "--requests", 60, "--duration", "1s", status=4)
        self.assertGreater(self.errors(one)["reset-before-first-byte"], 0)
        errors = self.errors(one)["reset-before-first-byte"]
        self.assertIn("%d errors, more than the 0 of --max-errors" % errors, text)

    def test_an_answer_that_stalls_inside_is_a_timeout_with_its_offset(self):
        server = self.server(lambda number: ANSWER[:-2] if number == 50 else ANSWER)
        text, one = self.load(server.url, "--connections", 1, "--requests", 100, "--time", "first-byte=500", status=4)
        self.assertEqual(self.errors(one), {"stalled-inside": 1}, text)
        self.assertIn("after %d bytes" % (len(ANSWER) - 2), one["errors"][0]["first"])
        self.assertGreater(one["errors"][0]["first_at_ns"], 0)
        self.assertEqual(one["unanswered"], 1)

    def test_an_answer_that_is_cut_short_is_a_difference_and_counted_by_its_kind(self):
        for fate in (socket.SHUT_WR, None):
            server = self.server(Cut(50, fate))
            text, one = self.load(server.url, "--connections", 1, "--requests", 100, status=1)
            self.assertEqual([kind["name"] for kind in one["wrong_kinds"]], ["framing"], text)
            self.assertIn("cut inside the body", one["wrong_kinds"][0]["first"])
            self.assertEqual(self.errors(one), {} if fate is not None else {"reset-inside": 1})

    def test_silence_is_a_timeout(self):
        server = self.server(lambda number: b"" if number == 50 else ANSWER)
        _, one = self.load(server.url, "--connections", 1, "--requests", 100, "--time", "first-byte=500", status=4)
        self.assertEqual(self.errors(one), {"timeout-first-byte": 1})

    def test_what_comes_behind_an_answer_is_a_difference(self):
        for engine in ("epoll", "auto"):
            server = self.server(lambda number: ANSWER + b"more" if number == 50 else ANSWER)
            text, one = self.load(server.url, "--engine", engine, "--connections", 1, "--requests", 100, status=1)
            self.assertEqual(self.errors(one), {"surplus": 1}, text)
            self.assertEqual(one["wrong_kinds"][0]["name"], "surplus-bytes")

    def test_framing_that_cannot_be_read_is_counted_by_its_kind(self):
        bad = {50: b"nonsense\r\n\r\n", 60: ANSWER.replace(b"200 OK\r\n", b"200 OK\r\nContent-Length: 5\r\n")}
        server = self.server(lambda number: bad.get(number, ANSWER))
        text, one = self.load(server.url, "--connections", 1, "--requests", 100, "--time", "first-byte=500", status=1)
        self.assertGreaterEqual(sum(kind["count"] for kind in one["wrong_kinds"]), 2, text)
        for kind in one["wrong_kinds"]:
            self.assertNotEqual(kind["first"], "")

    def test_the_connect_is_part_of_the_latency_of_the_request_that_waited(self):
        server = self.server(lambda number: CLOSING)
        for engine in ("epoll", "auto"):
            _, one = self.load(server.url, "--engine", engine, "--connections", 2, "--requests", 100)
            self.assertGreaterEqual(one["connects"]["made"], 100)
            self.assertGreaterEqual(one["connect"]["count"], 100)
            page = one["requests"][0]
            self.assertEqual(page["response"]["count"], 100)
            self.assertGreater(page["response"]["mean_ns"], page["service"]["mean_ns"])

    def test_an_answer_over_a_limit_names_the_limit_that_can_be_raised(self):
        long = ANSWER.replace(b"200 OK\r\n", b"200 OK\r\nX-Long: " + b"x" * 70000 + b"\r\n")
        server = self.server(lambda number: long)
        text, _ = self.load(server.url, "--connections", 1, "--requests", 10, status=5)
        self.assertIn("connections.contract.json:3: page / get: its answer is larger than --limit line-bytes allows", text)
        _, one = self.load(server.url, "--connections", 1, "--requests", 10, "--limit", "line-bytes=80000")
        self.assertEqual(one["valid"], 10)


if __name__ == "__main__":
    main()
