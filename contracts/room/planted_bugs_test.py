#!/usr/bin/env python3
"""Every bug of the README's table is found where the table says: planted_bugs_test.py PROGRAM PORT [BUG...]

PROGRAM is httparity, PORT the room's port. Without its bug each of those scenarios is at parity.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SUITE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77
DIFFERS = 1


def table():
    """(bug, what, scenario, step, kind) of each row."""
    rows = re.findall(r"^\| `([\w-]+)` \| (.+?) \| (.+?) \| (.+?) \| ([\w-]+) \|$", (SUITE / "README.md").read_text(), re.M)
    return [row for row in rows if row[0] != "bug"]


def known_bugs(port):
    """What the port itself says: name -> what the bug does."""
    usage = subprocess.run([port], capture_output=True, text=True, check=False).stderr
    return dict(re.findall(r"^  (\S+) +(.+)$", usage, re.M))


def verify(program, scenarios, bug=""):
    """The exit status and the JSON report of a run over `scenarios` with `bug` planted."""
    only = [word for scenario in scenarios for word in ("--only", scenario)]
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder, "report.json")
        run = subprocess.run([program, "verify", SUITE, *only, "--report", "json:%s" % report],
                             capture_output=True, text=True, timeout=600, check=False, env={**os.environ, "ROOM_BUG": bug})
        if not report.exists():
            sys.exit("no report: " + run.stdout + run.stderr)
        return run.returncode, json.loads(report.read_text()), run.stdout + run.stderr


def kinds_of(report, scenario, step):
    """The kinds of difference that the step shows."""
    name, _, variant = scenario.partition("/")
    return {difference["kind"]
            for run in report["scenarios"] if run["name"] == name and run["variant"] == variant
            for shown in run["steps"] if shown["name"] == step
            for difference in shown["differences"]}


def main(program, port, *chosen):
    missing = [name for name in ("ruby", "sqlite3", port) if not shutil.which(name)]
    if missing:
        print("needs %s: ci/install --servers and contracts/room/build-port bring it" % ", ".join(missing))
        sys.exit(1 if os.environ.get("HTTPARITY_REQUIRE") == "all" else SKIPPED)

    rows = table()
    if {bug: what for bug, what, *_ in rows} != known_bugs(port):
        sys.exit("the README's table and the port don't name the same bugs")
    rows = [row for row in rows if not chosen or row[0] in chosen]

    faults = 0
    status, _, said = verify(program, sorted({scenario for _, _, scenario, _, _ in rows}))
    if status != 0:
        faults += 1
        print("the clean port is not at parity there, exit %d:\n%s" % (status, said))
    for bug, _, scenario, step, kind in rows:
        status, report, said = verify(program, [scenario], bug)
        found = kinds_of(report, scenario, step)
        good = status == DIFFERS and kind in found
        faults += not good
        print("%-28s %s: %s / %s shows %s" % (bug, "found" if good else "NOT FOUND", scenario, step, ", ".join(sorted(found)) or "nothing"))
    sys.exit(1 if faults or not rows else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
