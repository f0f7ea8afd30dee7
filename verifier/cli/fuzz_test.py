#!/usr/bin/env python3
"""httparity fuzz: statuses, reports, a finding shown again, states merged, an end by a signal and going on after it.
Usage: fuzz_test.py PROGRAM TEST_ADAPTER SOURCE_TREE CHECK_RESULT_MJS"""
import base64
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

PROGRAM, ADAPTER, TREE, CHECK = sys.argv[1:5]
# The planted fault: the port answers otherwise where both <nobr> and </table> stand.
SUITE = pathlib.Path(tempfile.mkdtemp())
SUITE.joinpath("one.dat").write_text("#data\n<p>a<nobr>b</table>c\n#errors\n#document\n| <html>\n")
PAIR = ["--reference", ADAPTER, "--port", ADAPTER + ":port"]
CASES = ["--suite", str(SUITE), "--corpus", ""]
NOTHING_ELSE = ["--ledger", "", "--vote", ""]
LIMIT = 120


def httparity(*words, expect):
    run = subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=LIMIT, check=False)
    if run.returncode != expect:
        sys.exit("httparity %s: exit %d, expected %d\n%s%s" % (" ".join(words), run.returncode, expect, run.stdout, run.stderr))
    return run.stdout


def found_in(path):
    result = json.loads(path.read_text())
    return result, {one["id"]: base64.b64decode(one["input"]) for one in result["fuzz"]["findings"]}


def check(claim, what=""):
    if not claim:
        sys.exit("not so: %s" % what)


def reports_and_repro(folder):
    report, junit, state = folder / "a.json", folder / "a.xml", folder / "state"
    text = httparity("fuzz", "html", *PAIR, *CASES, *NOTHING_ELSE, "--runs", "6000", "--out", str(state), "--engine", "corpus,tokens,sweep",
                     "--report", "text", "--report", "json:%s" % report, "--report", "junit:%s" % junit, expect=1)
    result, findings = found_in(report)
    check(result["exit"] == 1 and result["complete"] and result["command"] == "fuzz html", result)
    check({target["role"] for target in result["targets"]} == {"reference", "port"}, result["targets"])
    check(b"<nobr></table>" in findings.values(), findings)
    check(text.startswith("httparity ") and "\nnew:\n" in text and "sweep: percent done" in text, text)
    suite = xml.etree.ElementTree.parse(junit).getroot().find("testsuite[@name='fuzz']")
    check(int(suite.get("failures")) == len(findings), junit.read_text())
    if pathlib.Path(CHECK).with_name("node_modules").joinpath("ajv").exists() or os.environ.get("HTTPARITY_REQUIRE") == "all":
        valid = subprocess.run(["node", CHECK, TREE, str(report)], capture_output=True, text=True, timeout=LIMIT, check=False)
        check(valid.returncode == 0, valid.stdout + valid.stderr)

    known = next(id for id, data in findings.items() if data == b"<nobr></table>")
    again = next(one["again"] for one in result["fuzz"]["findings"] if one["id"] == known)
    check(again == "httparity repro %s --out %s" % (known, state), again)
    text = httparity("repro", known, "--out", str(state), *NOTHING_ELSE, expect=1)
    check(known in text and "<nobr></table>" in text, text)
    httparity("repro", "000000000000", "--out", str(state), expect=2)
    return state, len(findings)


def one_input(folder):
    report = folder / "one.json"
    words = ["fuzz", "minimize", *PAIR, *NOTHING_ELSE, "--report", "json:%s" % report]
    httparity(*words, "--text", "<p>a<nobr>b</table>c", expect=1)
    result, findings = found_in(report)
    check(list(findings.values()) == [b"<nobr></table>"], findings)
    # Without a state a finding is shown again by its input, as a shell reads it.
    again = result["fuzz"]["findings"][0]["again"].replace("httparity", PROGRAM, 1)
    shown = subprocess.run(["bash", "-c", again + " --ledger '' --vote ''"], capture_output=True, text=True, timeout=LIMIT, check=False)
    check(shown.returncode == 1 and "<nobr></table>" in shown.stdout, again + shown.stdout + shown.stderr)
    httparity(*words, "--text", "x", expect=0)
    httparity(*words, "--base64", "not base64", expect=2)


def statuses():
    same = ["--reference", ADAPTER, "--port", ADAPTER, *NOTHING_ELSE]
    httparity("fuzz", "html", *same, "--engine", "swarm", "--runs", "500", expect=0)
    httparity("fuzz", "html", *same, "--engine", "no-such-engine", expect=2)
    httparity("fuzz", "html", *same, "--runs", "0", expect=5)
    httparity("fuzz", "html", "--reference", ADAPTER, "--port", "exit 9", "--runs", "10", *NOTHING_ELSE, expect=3)
    httparity("fuzz", "html", *same, "--engine", "swarm", "--runs", "10", "--report", "json:/no/such/folder/x", expect=74)


def merging(folder, state, classes):
    other, merged, report = folder / "other", folder / "merged", folder / "merged.json"
    httparity("fuzz", "html", *PAIR, *CASES, *NOTHING_ELSE, "--runs", "6000", "--seed", "2", "--out", str(other), "--engine", "corpus,tokens,sweep",
              expect=1)
    httparity("fuzz", "merge", str(state), str(other), str(state), "--out", str(merged), "--ledger", "", "--report", "json:%s" % report,
              expect=1)
    result, findings = found_in(report)
    check(len(findings) >= classes, findings)
    once = merged.joinpath("state.json").read_text()
    httparity("fuzz", "merge", str(merged), str(other), "--out", str(merged), "--ledger", "", expect=1)
    check(merged.joinpath("state.json").read_text() == once, "a second merge changed the state")
    httparity("repro", next(iter(findings)), "--out", str(merged), *NOTHING_ELSE, expect=1)
    httparity("fuzz", "merge", str(folder / "nothing"), "--out", str(merged), expect=2)


def interrupted(folder, number, status):
    """A run that is ended by a signal reports what there is, and goes on later."""
    state, report = folder / ("state-%d" % status), folder / ("cut-%d.json" % status)
    words = ["fuzz", "html", *PAIR, *CASES, *NOTHING_ELSE, "--out", str(state), "--engine", "swarm,tokens", "--report", "json:%s" % report]
    run = subprocess.Popen([PROGRAM, *words, "--time", "10m"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        give_up = time.monotonic() + LIMIT
        while not state.joinpath("state.json").exists() and time.monotonic() < give_up and run.poll() is None:
            time.sleep(0.05)
        os.killpg(run.pid, number)  # as a terminal does: to every process of the group
        check(run.wait(timeout=LIMIT) == status, run.returncode)
    finally:
        if run.poll() is None:
            run.kill()
    result, _ = found_in(report)
    check(result["exit"] == status and not result["complete"] and result["fuzz"]["cases"] > 0, result["exit"])
    httparity(*words, "--time", "1s", expect=1)
    later, _ = found_in(report)
    check(later["complete"] and later["fuzz"]["cases"] >= result["fuzz"]["cases"], later["fuzz"]["cases"])


def running(word):
    """The ids of processes with this word on their command line."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if word in path.read_bytes().split(b"\0"):
                found.append(int(path.parent.name))
        except OSError:
            pass  # it ended meanwhile
    return found


def no_hello(number, status):
    """A port that never says hello: a signal ends the run at once, and what the port's shell started with it."""
    word = b"86400.%d" % os.getpid()
    run = subprocess.Popen([PROGRAM, "fuzz", "html", "--reference", ADAPTER, *NOTHING_ELSE, "--port", 'sh -c "sleep %s; true"' % word.decode()],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        give_up = time.monotonic() + LIMIT
        while not running(word) and time.monotonic() < give_up and run.poll() is None:
            time.sleep(0.02)
        check(running(word), "the port was not started")
        run.send_signal(number)
        check(run.wait(timeout=20) == status, run.returncode)  # a hello may take 30 s
    finally:
        if run.poll() is None:
            run.kill()
    give_up = time.monotonic() + 20
    while running(word) and time.monotonic() < give_up:
        time.sleep(0.02)
    check(not running(word), "the port's shell left a process")


def killed(folder):
    """kill -9 at any moment: the same command goes on, and comes to what it would have come to."""
    words = ["fuzz", "html", *PAIR, *CASES, *NOTHING_ELSE, "--runs", "900000", "--engine", "tokens,swarm", "--jobs", "2"]
    state, report, whole = folder / "killed", folder / "killed.json", folder / "whole.json"
    for _ in range(4):
        run = subprocess.Popen([PROGRAM, *words, "--out", str(state)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        written = state.joinpath("state.json")
        before, give_up = written.stat().st_mtime_ns if written.exists() else 0, time.monotonic() + LIMIT
        while run.poll() is None and time.monotonic() < give_up and not (written.exists() and written.stat().st_mtime_ns != before):
            time.sleep(0.01)
        run.kill()
        run.wait(timeout=LIMIT)
    httparity(*words, "--out", str(state), "--report", "json:%s" % report, expect=1)
    httparity(*words, "--report", "json:%s" % whole, expect=1)
    ended, at_once = (json.loads(path.read_text())["fuzz"] for path in (report, whole))
    for member in ("cases", "differences", "raw_signatures"):
        check(ended[member] == at_once[member], (member, ended[member], at_once[member]))
    check([(one["id"], one["count"]) for one in ended["findings"]] == [(one["id"], one["count"]) for one in at_once["findings"]],
          "findings doubled or lost")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        state, classes = reports_and_repro(folder)
        one_input(folder)
        statuses()
        merging(folder, state, classes)
        killed(folder)
        no_hello(signal.SIGTERM, 143)
        no_hello(signal.SIGINT, 130)
        interrupted(folder, signal.SIGINT, 130)
        interrupted(folder, signal.SIGTERM, 143)
    shutil.rmtree(SUITE)


main()
