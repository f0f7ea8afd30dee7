#!/usr/bin/env bash
# What the static suite promises under load: direct, over TLS and through a reverse proxy, nginx beside Caddy and h2o does the
# same work but for what the ledger says, and every answer under load is valid.
# Usage: load_test.sh HTTPARITY
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=ci/tests/require.sh
. "$here/../../ci/tests/require.sh"
require nginx caddy h2o openssl
certificate=$("$here/load/make-certificate")
out=$(mktemp)
trap 'rm -f "$out"' EXIT

for variant in "" -tls -proxy; do
  status=0
  "$1" load "$here/load" --targets "nginx$variant,caddy$variant,h2o$variant" --cacert "$certificate" --connections 4 \
    --requests 400 --warmup 0s --rounds 2 --headroom 100% > "$out" || status=$?
  if [ "$status" != 0 ] || [ "$(grep -c "x the reference's rate" "$out")" != 2 ]; then
    cat "$out"
    echo "load_test: nginx$variant, caddy$variant, h2o$variant ended with $status; wanted 0, and two ratios"
    exit 1
  fi
done
