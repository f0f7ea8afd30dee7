#!/usr/bin/env bash
# --instructions counts a native server, with every answer checked, and refuses a JVM by name.
# Usage: instructions_test.sh HTTPARITY
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=ci/tests/require.sh
. "$here/../../ci/tests/require.sh"
require nginx valgrind java javac python3
out=$(mktemp)
json=$(mktemp)
trap 'rm -f "$out" "$json"' EXIT

status=0
"$1" load "$here/load" --targets nginx --only '128 bytes' --instructions 200 --report "json:$json" > "$out" || status=$?
if [ "$status" != 0 ] || ! grep -Eq '^nginx: [0-9]+ instructions and [0-9.]+ allocations \([0-9]+ bytes\) per request' "$out"; then
  cat "$out"
  echo "instructions_test: nginx ended with $status; wanted 0, and a count per request"
  exit 1
fi
python3 - "$json" << 'PYTHON'
import json, sys
[one] = json.load(open(sys.argv[1]))["load"]["instructions"]
assert 3_000 < one["instructions_per_request"] < 300_000, one
assert one["instructions"] > 200 * one["instructions_per_request"], one
# nginx keeps its pools: a few allocations a request, none of them per byte.
assert 0 <= one["allocations_per_request"] < 50, one
PYTHON

status=0
"$1" load "$here/../hello" --targets jdk --instructions 10 > "$out" 2>&1 || status=$?
if [ "$status" != 2 ] || ! grep -q 'jdk: runs on a JVM' "$out"; then
  cat "$out"
  echo "instructions_test: the JDK's server ended with $status; wanted 2, and a refusal by name"
  exit 1
fi
