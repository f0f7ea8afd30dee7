#!/usr/bin/env bash
# A script that lacks a program is skipped, and fails where everything is required.
set -euo pipefail
# shellcheck source=ci/tests/require.sh
. "$(dirname "$0")/require.sh"

status_of() {
  local status=0
  HTTPARITY_REQUIRE=$1 bash -c '. "$0"; shift; require "$@"' "$(dirname "$0")/require.sh" "$@" > /dev/null || status=$?
  echo "$status"
}

[ "$(status_of all sh bash)" = 0 ]
[ "$(status_of '' sh no-such-program)" = 77 ]
[ "$(status_of all sh no-such-program)" = 1 ]
