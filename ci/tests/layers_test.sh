#!/usr/bin/env bash
# ci/layers.sh passes a tree whose includes go down and fails one with a planted include, or list, that goes up.
set -euo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/verifier/base" "$tree/verifier/wire"
echo 'httparity_layer(base SOURCES bytes.cc)' > "$tree/verifier/base/CMakeLists.txt"
echo 'httparity_layer(wire SOURCES message.cc DEPENDS base)' > "$tree/verifier/wire/CMakeLists.txt"
echo '#include "base/bytes.h"' > "$tree/verifier/wire/message.cc"
echo '#include <string>' > "$tree/verifier/base/bytes.cc"

fails_with() {
  local said
  if said=$("$top/ci/layers.sh" "$tree" 2>&1); then echo "passed, but should have said: $1"; exit 1; fi
  grep -qF -- "$1" <<< "$said" || { printf 'said:\n%s\nbut should have said: %s\n' "$said" "$1"; exit 1; }
}

"$top/ci/layers.sh" "$tree"

echo '#include "wire/message.h"' >> "$tree/verifier/base/bytes.cc"
fails_with 'verifier/base/bytes.cc:2: layer "base" may not include "wire/message.h"'

echo '#include <string>' > "$tree/verifier/base/bytes.cc"
echo 'httparity_layer(base SOURCES bytes.cc DEPENDS wire)' > "$tree/verifier/base/CMakeLists.txt"
fails_with 'verifier/base/CMakeLists.txt: base may not depend on wire'

echo 'httparity_layer(base SOURCES bytes.cc)' > "$tree/verifier/base/CMakeLists.txt"
mkdir -p "$tree/verifier/cli" "$tree/fuzz/html"
echo 'httparity_layer(cli SOURCES words.cc DEPENDS base fuzz/html)' > "$tree/verifier/cli/CMakeLists.txt"
echo 'httparity_layer(fuzz/html SOURCES parser.cc DEPENDS base)' > "$tree/fuzz/html/CMakeLists.txt"
echo '#include "fuzz/html/parser.h"' > "$tree/verifier/cli/words.cc"
"$top/ci/layers.sh" "$tree"
echo 'httparity_layer(fuzz/html SOURCES parser.cc DEPENDS base cli)' > "$tree/fuzz/html/CMakeLists.txt"
fails_with 'fuzz/html/CMakeLists.txt: fuzz/html may not depend on cli'
