#!/usr/bin/env python3
"""httparity on the room: verify_test.py PROGRAM PORT parity | recorded | planted-bugs [BUG...] | audits

PROGRAM is httparity, PORT the room's port. `parity` replays the whole contract on both servers, `recorded` on the port
alone, against what the reference once answered; `planted-bugs` looks for every bug of
the README's table, and finds it where the table says. Without its bug each of those scenarios is at parity. `audits`
puts load on the port's writers, with each bug that keeps what it acknowledged wrongly, and reads what the audit says.
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
PARITY = 0
DIFFERS = 1
FEWEST_EXCHANGES = 700


def table():
    """(bug, what, scenario, step, kind) of each row."""
    rows = re.findall(r"^\| `([\w-]+)` \| (.+?) \| (.+?) \| (.+?) \| ([\w-]+) \|$", (SUITE / "README.md").read_text(), re.M)
    return [row for row in rows if row[0] != "bug"]


def known_bugs(port):
    """What the port itself says: name -> what the bug does."""
    usage = subprocess.run([port], capture_output=True, text=True, check=False).stderr
    return dict(re.findall(r"^  (\S+) +(.+)$", usage, re.M))


def verify(program, scenarios=(), bug="", words=()):
    """The exit status, the JSON report and what was said of a run over `scenarios` (all without) with `bug` planted."""
    only = [word for scenario in scenarios for word in ("--only", scenario)]
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder, "report.json")
        run = subprocess.run([program, "verify", SUITE, *only, *words, "--report", "text", "--report", "json:%s" % report],
                             capture_output=True, text=True, timeout=900, check=False, env={**os.environ, "ROOM_BUG": bug})
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


def require(*names):
    missing = [name for name in names if not shutil.which(name)]
    if missing:
        print("needs %s: ci/install --servers and contracts/room/build-port bring it" % ", ".join(missing))
        sys.exit(1 if os.environ.get("HTTPARITY_REQUIRE") == "all" else SKIPPED)


def parity(program, port, *words):
    """The faults of a run over everything: 0 where the port is the reference's equal and enough was compared."""
    require("sqlite3", port, *([] if words else ["ruby"]))
    status, report, said = verify(program, words=words)
    compared = sum(step["verdict"] == "parity" for scenario in report["scenarios"] for step in scenario["steps"])
    print("%d exchanges at parity, exit %d" % (compared, status))
    if status == PARITY and compared >= FEWEST_EXCHANGES:
        return 0
    print(said)
    return 1


def recorded(program, port):
    return parity(program, port, "--recorded", "--ci")


def planted_bugs(program, port, *chosen):
    """How many bugs of the table weren't found where it says."""
    require("sqlite3", "ruby", port)
    rows = table()
    if {bug: what for bug, what, *_ in rows} != known_bugs(port):
        sys.exit("the README's table and the port don't name the same bugs")
    rows = [row for row in rows if not chosen or row[0] in chosen]
    if not rows:
        sys.exit("no bug of that name")

    faults = 0
    status, _, said = verify(program, sorted({scenario for _, _, scenario, _, _ in rows}))
    if status != PARITY:
        faults += 1
        print("the clean port is not at parity there, exit %d:\n%s" % (status, said))
    for bug, _, scenario, step, kind in rows:
        status, report, _ = verify(program, [scenario], bug)
        found = kinds_of(report, scenario, step)
        good = status == DIFFERS and kind in found
        faults += not good
        print("%-28s %s: %s / %s shows %s" % (bug, "found" if good else "NOT FOUND", scenario, step, ", ".join(sorted(found)) or "nothing"))
    return faults


# What the audit says of each.
AUDITED = {"": "all there, nothing else", "write-lost": "x lost,", "write-twice": "x written 2 times,",
           "write-to-other-room": "x in room 1,", "write-not-searchable": "x not found by the search,"}


def audits(program, port):
    """How many of these bugs a load on the writers did not find, or found where there was none."""
    require("sqlite3", port)
    faults = 0
    for bug, words in AUDITED.items():
        run = subprocess.run([program, "load", SUITE, "--targets", "beast-cached", "--only", "people who write", "--rounds", "1",
                              "--connections", "4", "--requests", "200", "--warmup", "50ms", "--headroom", "100%"],
                             capture_output=True, text=True, timeout=120, check=False, env={**os.environ, "ROOM_BUG": bug})
        good = run.returncode == (DIFFERS if bug else PARITY) and words in run.stdout
        faults += not good
        print("%-22s %s, exit %d" % (bug or "no bug", "as it should be" if good else "NOT SO", run.returncode))
        if not good:
            print(run.stdout + run.stderr)
    return faults


def main(program, port, mode, *words):
    modes = {"parity": parity, "recorded": recorded, "planted-bugs": planted_bugs, "audits": audits}
    sys.exit(1 if modes[mode](program, port, *words) else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
