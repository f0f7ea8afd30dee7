#!/usr/bin/env bash
# The contract that docs/contract.md shows is one: documents_test.sh PROGRAM
set -euo pipefail
program=$1
top=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# shellcheck disable=SC2016
sed -n '/^```jsonc contract$/,/^```$/p' "$top/docs/contract.md" | sed '1d;$d' > "$folder/shown.contract.json"
[ -s "$folder/shown.contract.json" ] || { echo "docs/contract.md has no block \"jsonc contract\""; exit 1; }
"$program" lint "$folder/shown.contract.json"
