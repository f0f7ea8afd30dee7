#!/usr/bin/env bash
# What `audit-messages` says of a database: acknowledged messages must be there once, unacknowledged ones may be.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=ci/tests/require.sh
. "$here/../../ci/tests/require.sh"
require sqlite3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# expect STATUS WORDS ROWS ACKNOWLEDGED UNACKNOWLEDGED: values that blanks part.
expect() {
  "$here/seed" "$folder/state"
  for value in $3; do
    sqlite3 -bail "$folder/state/room.db" "INSERT INTO messages (room_id, user_id, body, text, created_at, updated_at)
      VALUES (3, 1, 'load $value', 'load $value', 0, 0)"
  done
  tr ' ' '\n' <<< "$4" | sed '/^$/d' > "$folder/acknowledged"
  tr ' ' '\n' <<< "$5" | sed '/^$/d' > "$folder/unacknowledged"
  status=0
  said=$("$here/audit-messages" "$folder/state" "$folder/acknowledged" "$folder/unacknowledged" 2>&1) || status=$?
  if [ "$status" != "$1" ] || [ "$said" != "$2" ]; then
    echo "rows \"$3\", acknowledged \"$4\", unacknowledged \"$5\": status $status, said \"$said\", and not $1, \"$2\""
    exit 1
  fi
}

expect 0 '' 'a b' 'a b' ''
expect 0 '' 'a' 'a' 'b'
expect 0 '1 unacknowledged are there' 'a b' 'a' 'b c'
expect 1 '1 x lost, such as "load b"' 'a' 'a b' ''
expect 1 '1 x that nobody sent, such as "load c"' 'a b c' 'a' 'b'
expect 1 '1 x written 2 times, such as "load b"' 'a b b' 'a' 'b'
expect 1 '1 x written 2 times, such as "load a"' 'a a' 'a' ''
