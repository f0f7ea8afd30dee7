#!/usr/bin/env bash
# The schemas agree with their readers; and the check finds one that doesn't.
# Usage: schema_test.sh CHECK.MJS    (where npm has put its packages beside it)
set -euo pipefail
# shellcheck source=ci/tests/require.sh
. "$(dirname "$0")/require.sh"
require node
tree=$(cd "$(dirname "$0")/../.." && pwd)

status=0
node "$1" "$tree" || status=$?
[ $status = 0 ] || exit $status

planted=$(mktemp -d)
trap 'rm -rf "$planted"' EXIT
mkdir -p "$planted/contracts" "$planted/corpus"
cp -r "$tree/corpus/contracts" "$tree/corpus/targets" "$planted/corpus/"
for schema in contract targets; do
  sed 's/"additionalProperties": false/"additionalProperties": true/' "$tree/contracts/$schema.schema.json" \
    > "$planted/contracts/$schema.schema.json"
done
if node "$1" "$planted" > "$planted/out"; then
  echo "a schema that takes unknown keys was not found"
  exit 1
fi
grep -q 'unknown-keys.json: taken, and the reader refuses it' "$planted/out"
grep -q 'targets/bad/unknown-key.json: taken, and the reader refuses it' "$planted/out"
