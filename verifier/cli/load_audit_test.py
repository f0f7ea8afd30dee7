#!/usr/bin/env python3
"""What audits behind `httparity load` are told, and what becomes of it. load_audit_test.py PROGRAM [unittest words]"""
import json
import sys

from load_outside import ANSWER, Program, Server, main

# As a real one: what was acknowledged is there once, what was not is there at most once, nothing else is there.
AUDIT = """import collections, sys
rows, acknowledged, unacknowledged = (open(name).read().split() for name in sys.argv[1:4])
faults = []
for row, count in collections.Counter(rows).items():
    if count > 1:
        faults.append("%s is there %d times" % (row, count))
    if row not in acknowledged and row not in unacknowledged:
        faults.append("nobody sent %s" % row)
faults += ["%s is lost" % row for row in acknowledged if row not in rows]
print("; ".join(faults) or "%d unacknowledged are there" % len(set(rows) & set(unacknowledged)))
sys.exit(bool(faults))
"""


class Store(Server):
    """Writes the target of each request to a file, then answers as it was told."""

    def __init__(self, path, writes, answer):
        self.path, self.writes = path, writes
        path.write_text("")
        super().__init__(answer)

    def on_head(self, connection, head):
        value = head.split()[1].decode().lstrip("/")
        with self.lock, self.path.open("a") as rows:
            rows.writelines(row + "\n" for row in self.writes(self.asked + 1, value))
        return super().on_head(connection, head)


class Audits(Program):
    def setUp(self):
        super().setUp()
        self.rows, script = self.folder / "rows", self.folder / "audit.py"
        script.write_text(AUDIT)
        self.contract.write_text(json.dumps({"httparity": 1, "name": "writes", "scenarios": [{"name": "write", "steps": [
            {"name": "say", "load": {"audit": [sys.executable, str(script), str(self.rows)]}, "request": {
                "method": "POST", "target": "/{unique}", "headers": [["Host", "load.test"], ["Content-Length", "0"]]}}]}]}))

    def audit(self, *more, status=0, writes=lambda number, value: [value], answer=lambda number: ANSWER):
        """Loads a store, and gives what its audit left."""
        store = Store(self.rows, writes, answer)
        self.addCleanup(store.close)
        text, one = self.load(store.url, "--connections", 1, "--requests", 100, "--max-errors", "100%", *more, status=status)
        return text, one, json.loads(self.report.read_text())["load"]["audits"][0]

    def test_a_write_that_was_done_and_never_acknowledged_is_a_class_of_its_own(self):
        for engine in ("epoll", "auto"):
            text, one, audit = self.audit("--engine", engine, answer=lambda number: None if number in (50, 60) else ANSWER)
            self.assertEqual(self.errors(one), {"reset-before-first-byte": 2}, text)
            self.assertEqual((audit["passed"], audit["unacknowledged"]), (True, 2), text)
            self.assertIn("say, 2 unacknowledged that may be there or not: all there, nothing else", text)
            self.assertIn("  2 unacknowledged are there", text)

    def test_a_write_that_was_cut_before_it_was_done_is_one_too(self):
        text, _, audit = self.audit(writes=lambda number, value: [] if number == 50 else [value],
                                    answer=lambda number: None if number == 50 else ANSWER)
        self.assertEqual((audit["passed"], audit["unacknowledged"]), (True, 1), text)
        self.assertIn("  0 unacknowledged are there", text)

    def test_a_write_whose_answer_stalls_is_one_too(self):
        for said in (b"", ANSWER[:-2]):
            text, _, audit = self.audit("--time", "first-byte=500", answer=lambda number: said if number == 50 else ANSWER)
            self.assertEqual((audit["passed"], audit["unacknowledged"]), (True, 1), text)

    def test_where_all_was_acknowledged_nothing_is_said_of_it(self):
        text, one, audit = self.audit()
        self.assertEqual(audit["unacknowledged"], 0)
        self.assertGreaterEqual(audit["acknowledged"], one["valid"])
        self.assertNotIn("may be there or not", text)

    def test_a_row_that_nobody_sent_fails(self):
        text, _, audit = self.audit(writes=lambda number, value: [value, "stray"] if number == 50 else [value],
                                    answer=lambda number: None if number == 60 else ANSWER, status=1)
        self.assertEqual((audit["passed"], audit["unacknowledged"]), (False, 1))
        self.assertIn("nobody sent stray", text)

    def test_a_row_that_was_sent_once_and_is_there_twice_fails(self):
        for cut in (0, 50):
            text, _, audit = self.audit(writes=lambda number, value: [value] * (1 + (number == 50)),
                                        answer=lambda number: None if number == cut else ANSWER, status=1)
            self.assertFalse(audit["passed"])
            self.assertIn("is there 2 times", text)

    def test_an_acknowledged_row_that_is_lost_fails(self):
        text, _, audit = self.audit(writes=lambda number, value: [] if number == 50 else [value], status=1)
        self.assertFalse(audit["passed"])
        self.assertIn("is lost", text)


if __name__ == "__main__":
    main()
