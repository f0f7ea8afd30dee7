#!/usr/bin/env python3
"""httparity on four real servers: verify_test.py PROGRAM parity|apache|caddy|lighttpd|statuses

What is expected of a server here was seen by hand, on the wire, before httparity looked.
"""
import base64
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SUITE = pathlib.Path(__file__).resolve().parent
PROGRAMS = {"nginx": "nginx", "apache": "apache2", "caddy": "caddy", "lighttpd": "lighttpd"}
SBIN = os.pathsep.join([os.environ.get("PATH", ""), "/usr/local/sbin", "/usr/sbin", "/sbin"])

# (scenario, step) -> the kinds that must be among the differences, and the status lines of both sides where these differ.
EXPECTED = {
    "apache": {
        ("every document", "GET ten.txt"): ({"header-moved", "header-value", "header-missing"}, None),
        ("entity tags", "match, another tag"): ({"connection-fate", "body-bytes", "header-value"}, None),
        ("entity tags", "none match, two field lines"): ({"status-line", "connection-fate"}, (b"400", b"304")),
        ("dates", "modified since, IMF, later"): ({"status-line", "body-bytes"}, (b"200", b"304")),
        ("single ranges", "starts behind the end"): ({"body-bytes", "header-value"}, None),
        ("single ranges", "suffix of nothing"): ({"status-line"}, (b"416", b"200")),
        ("accepted codings", "revalidated"): ({"status-line"}, (b"304", b"200")),
        ("paths", "folder without an index"): ({"status-line", "body-bytes"}, (b"403", b"404")),
        ("methods", "TRACE"): ({"status-line", "connection-fate"}, (b"405", b"200")),
        ("request heads", "a folded field"): ({"status-line", "connection-fate"}, (b"400", b"200")),
    },
    "caddy": {
        ("every document", "GET ten.txt"): ({"header-moved", "header-case", "header-value"}, None),
        ("paths", "folder without its slash"): ({"status-line", "header-value"}, (b"301", b"308")),
        ("paths", "above the root"): ({"status-line"}, (b"400", b"200")),
        ("paths", "nothing there"): ({"body-bytes", "header-missing"}, None),
        ("methods", "DELETE"): ({"status-line"}, (b"405", b"200")),
        ("ranges of nothing", "first byte"): ({"status-line"}, (b"200", b"416")),
    },
    "lighttpd": {
        ("every document", "GET ten.txt"): ({"header-moved", "header-value", "header-missing"}, None),
        ("entity tags", "match, another tag"): ({"status-line", "connection-fate"}, (b"412", b"200")),
        ("accepted codings", "packed on the way"): ({"body-encoded-only", "header-missing"}, None),
        ("methods", "GET with a body"): ({"status-line", "connection-fate"}, (b"200", b"400")),
        ("single ranges", "HEAD with a range"): ({"status-line"}, (b"206", b"200")),
        ("paths", "nothing below a file"): ({"status-line"}, (b"404", b"200")),
    },
}


def require(*names):
    for name in names:
        if not shutil.which(PROGRAMS[name], path=SBIN):
            print('needs "%s", which is not installed here: ci/install --servers adds it' % PROGRAMS[name])
            sys.exit(1 if os.environ.get("HTTPARITY_REQUIRE") == "all" else 77)


def verify(program, *words):
    """The exit status, the JSON report (None where none was written) and all that was said."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder, "report.json")
        run = subprocess.run([program, "verify", *map(str, words), "--report", "json:%s" % report],
                             capture_output=True, text=True, timeout=280, check=False)
        said = run.stdout + run.stderr
        return run.returncode, json.loads(report.read_text()) if report.exists() else None, said


def exchanges(report):
    return [(scenario, step) for scenario in report["scenarios"] for step in scenario["steps"]]


def check(claim, *evidence):
    if not claim:
        print("verify_test.py:", *evidence)
        sys.exit(1)


def parity(program):
    require("nginx")
    status, report, said = verify(program, SUITE, "--port", "nginx", "--jobs", "4")
    check(report, said)
    odd = [(scenario["name"], scenario["variant"], step["name"], step["verdict"], step["differences"])
           for scenario, step in exchanges(report) if step["verdict"] != "parity"]
    check(status == 0 and not odd, "exit", status, odd[:3], said[-2000:])
    check(len(exchanges(report)) >= 250, "only", len(exchanges(report)), "exchanges")


def differs(program, port):
    require("nginx", port)
    status, report, said = verify(program, SUITE, "--port", port, "--jobs", "4")
    check(status == 1 and report, "exit", status, said[-2000:])
    unknown = [(scenario["name"], step["name"], step["reason"])
               for scenario, step in exchanges(report) if step["verdict"] not in ("parity", "differs")]
    check(not unknown, "neither parity nor differs:", unknown)
    for place, (kinds, lines) in EXPECTED[port].items():
        found = [step for scenario, step in exchanges(report) if (scenario["name"], step["name"]) == place]
        check(found, "no step", place)
        # Over a matrix, one variant shows it at least.
        check(any(shows(step, kinds, lines) for step in found), place, "should show", sorted(kinds), lines, "but shows",
              [sorted(difference["kind"] for difference in step["differences"]) for step in found])


def shows(step, kinds, lines):
    by_kind = {difference["kind"]: difference for difference in step["differences"]}
    if not kinds <= by_kind.keys():
        return False
    if lines is None:
        return True
    sides = [base64.b64decode(by_kind["status-line"][side]["base64"]) for side in ("reference", "port")]
    return all(line in side for line, side in zip(lines, sides))


def statuses(program):
    require("nginx")
    contract = SUITE / "whole.contract.json"
    nothing = "http://127.0.0.1:1"
    check(verify(program, contract, "--reference", nothing, "--port", nothing)[0] == 3, "a reference that is down is no 3")
    status, _, said = verify(program, contract, "--port", "nginx", "--only", "no such scenario")
    check(status == 5, "an empty selection is no 5 but", status, said)
    with tempfile.TemporaryDirectory() as folder:
        typo = pathlib.Path(folder, "typo.contract.json")
        lines = contract.read_text().replace('"require"', '"requier"', 1).splitlines(keepends=True)
        typo.write_text("".join(lines))
        line = next(number for number, text in enumerate(lines, 1) if "requier" in text)
        status, _, said = verify(program, typo, "--reference", nothing, "--port", nothing)
        check(status == 2 and "typo.contract.json:%d:" % line in said, "a typo is no 2 with its line but", status, said)


def main():
    program, case = sys.argv[1:]
    if case == "parity":
        parity(program)
    elif case == "statuses":
        statuses(program)
    else:
        differs(program, case)


main()
