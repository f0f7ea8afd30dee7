#!/usr/bin/env bash
# The first contract of README.md runs as it stands there: first_contract_test.sh PROGRAM
# Two servers of Python's own serve one folder (parity), then one of them another (differs).
set -euo pipefail
program=$1
top=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=ci/tests/require.sh
. "$top/ci/tests/require.sh"
require python3
folder=$(mktemp -d)
pids=()
trap 'kill "${pids[@]}" 2> /dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
# shellcheck disable=SC2016
sed -n '/^```jsonc first.contract.json$/,/^```$/p' "$top/README.md" | sed '1d;$d' > first.contract.json
[ -s first.contract.json ] || { echo "README.md has no block \"jsonc first.contract.json\""; exit 1; }
[ "$(wc -l < first.contract.json)" -le 10 ] || { echo "the first contract is longer than ten lines"; exit 1; }
mkdir site other
echo "hello" | tee site/index.html > other/index.html
touch -d '2024-02-29 12:34:56 UTC' site/index.html other/index.html

# Serves $1 on a free port, which becomes $url.
serve() {
  mkfifo "said-$1"
  python3 -u -m http.server 0 --bind 127.0.0.1 --directory "$1" > "said-$1" 2> /dev/null &
  pids+=($!)
  local line
  read -r -t 20 line < "said-$1"
  line=${line##* port }
  url=http://127.0.0.1:${line%% *}
}

serve site && reference=$url
serve other && port=$url
"$program" verify first.contract.json --reference "$reference" --port "$port"
echo "hallo" > other/index.html
touch -d '2024-02-29 12:34:56 UTC' other/index.html
status=0
"$program" verify first.contract.json --reference "$reference" --port "$port" || status=$?
[ "$status" = 1 ] || { echo "another body gave exit $status, not 1"; exit 1; }
