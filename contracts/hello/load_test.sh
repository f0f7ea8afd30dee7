#!/usr/bin/env bash
# What this suite promises: the servers as they are usually benchmarked don't do the same work and get no ratio; made equal
# they differ as the ledger says, and every answer under load is valid.
# Usage: load_test.sh HTTPARITY
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=ci/tests/require.sh
. "$here/../../ci/tests/require.sh"
require java javac cargo rustc
if [ ! -x "$here/../../build/hello/hyper_hello" ] && ! "$here/build"; then
  echo "load_test: contracts/hello/build failed: librust-hyper-dev and librust-tokio-dev bring the crates"
  if [ "${HTTPARITY_REQUIRE:-}" = all ]; then exit 1; fi
  exit 77
fi
load=("$1" load "$here" --connections 4 --requests 2000 --warmup 0s --rounds 2 --headroom 100%)
out=$(mktemp)
trap 'rm -f "$out"' EXIT

status=0
"${load[@]}" --targets jdk-stock,hyper-stock > "$out" || status=$?
if [ "$status" != 1 ] || ! grep -q "hyper-stock: NO NUMBER" "$out"; then
  cat "$out"
  echo "load_test: the stock pair ended with $status; wanted 1, and no number"
  exit 1
fi

status=0
"${load[@]}" --targets jdk,hyper > "$out" || status=$?
if [ "$status" != 0 ] || ! grep -q "x the reference's rate" "$out"; then
  cat "$out"
  echo "load_test: the equal pair ended with $status; wanted 0, and a ratio"
  exit 1
fi
