#!/usr/bin/env bash
# Two seeds are the same state: rows, files and the times of files, from which Last-Modified is made.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=ci/tests/require.sh
. "$here/../../ci/tests/require.sh"
require sqlite3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for state in one other; do
  "$here/seed" "$folder/$state"
  (cd "$folder/$state" && sqlite3 room.db .dump && find public files -type f -printf '%p %T@ ' -exec sha256sum {} \; | sort) > "$folder/$state.txt"
done
cmp "$folder/one.txt" "$folder/other.txt"
[ "$(grep -c 'INSERT INTO messages VALUES' "$folder/one.txt")" = 260 ]
