# shellcheck shell=bash
# For tests that are scripts: skips the test (status 77) where a program is missing, or fails it under HTTPARITY_REQUIRE=all.
PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin

require() {
  local program
  for program; do
    if command -v "$program" > /dev/null; then continue; fi
    echo "needs \"$program\", which is not installed here: ci/install --servers adds it"
    if [ "${HTTPARITY_REQUIRE:-}" = all ]; then exit 1; fi
    exit 77
  done
}
