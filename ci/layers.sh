#!/usr/bin/env bash
# Fails on an include that goes up: each layer may include itself and what its DEPENDS list names.
# Usage: ci/layers.sh [TREE]    (the tests plant a tree with a fault and expect exit 1)
set -eu
tree=${1:-$(cd "$(dirname "$0")/.." && pwd)}
cd "$tree"
exec python3 - <<'PYTHON'
import os, re, sys

ORDER = "base wire contract import learn compare result recording transport target run load report fuzz cli".split()
faults, lists = [], {}

def rank(layer):  # a folder below fuzz/ is of the layer fuzz
    return ORDER.index(layer.split("/")[0]) if layer.split("/")[0] in ORDER else len(ORDER)

for folder, _, files in os.walk("."):
    if folder.startswith(("./build", "./.git", "./out")) or "node_modules" in folder or "CMakeLists.txt" not in files:
        continue
    for call in re.finditer(r"httparity_layer\(([\w/]+)([^)]*)\)", open(os.path.join(folder, "CMakeLists.txt")).read()):
        words, part, names = call.group(2).split(), None, {"DEPENDS": [], "TEST_DEPENDS": []}
        for word in words:
            if re.fullmatch(r"SOURCES|DEPENDS|LINK|TESTS|TEST_[A-Z]+", word):
                part = word
            elif part in names:
                names[part].append(word)
        lists[call.group(1)] = names
        for lower in names["DEPENDS"]:
            if rank(lower) >= rank(call.group(1)) and rank(call.group(1)) < len(ORDER):
                faults.append("%s/CMakeLists.txt: %s may not depend on %s" % (folder[2:], call.group(1), lower))

def layer_of(path):
    parts = path.split("/")
    if parts[0] == "verifier":
        return parts[1]
    return "/".join(parts[:2]) if parts[0] == "fuzz" else None

for top in ("verifier", "fuzz"):
    for folder, _, files in os.walk(top):
        for name in sorted(files):
            path = os.path.join(folder, name)
            own = layer_of(path)
            if own not in lists or not name.endswith((".cc", ".h")):
                continue
            allowed = {own, *lists[own]["DEPENDS"]}
            if name.endswith("_test.cc") or "_test_" in name or name.startswith(("test_", "fake_")):
                allowed |= set(lists[own]["TEST_DEPENDS"])
            for number, line in enumerate(open(path, encoding="utf-8", errors="replace"), 1):
                found = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
                if not found:
                    continue
                used = found.group(1)
                other = layer_of(used) if used.startswith("fuzz/") else used.split("/")[0] if "/" in used else None
                if other in lists and other not in allowed:
                    faults.append('%s:%d: layer "%s" may not include "%s"' % (path, number, own, used))

print("\n".join(faults) if faults else "layers: %d, every include goes down" % len(lists))
sys.exit(1 if faults or not lists else 0)
PYTHON
