#!/bin/sh
# build_faults.sh SOURCE_DIR WORK_DIR ADAPTERS_DIR CC CXX: Gumbo's sources from npm, the faults seeded into them, and the
# whole as one adapter, gumbo-faults.so, with the list of its faults beside it. Without npm or its registry it says so
# and leaves the adapter out: the rest of the build goes on.
set -eu
source=$1 work=$2 adapters=$3 cc=$4 cxx=$5
here=$source/fuzz/html/faults
mkdir -p "$work" "$adapters"
cp "$here/package.json" "$here/package-lock.json" "$here/.npmrc" "$work/"
cd "$work"
if ! npm ci --ignore-scripts --no-audit --no-fund --silent; then
  echo "gumbo-faults adapter: npm ci failed, the adapter is left out"
  exit 0
fi
gumbo=$work/node_modules/gumbo-parser/deps/gumbo-parser/src
python3 "$here/make_faults.py" "$gumbo/parser.c" "$work/parser.c" "$adapters/gumbo-faults.tsv"
objects=
for file in "$gumbo"/*.c; do
  name=$(basename "$file" .c)
  if [ "$name" = parser ]; then file=$work/parser.c; fi
  "$cc" -std=c99 -O2 -DNDEBUG -w -fPIC -I"$gumbo" -c "$file" -o "$work/$name.o"
  objects="$objects $work/$name.o"
done
# shellcheck disable=SC2086  # a list of object files
"$cxx" -std=c++20 -O2 -fPIC -shared -DHTTPARITY_GUMBO_FAULTS -I"$gumbo" -I"$source" \
  "$source/fuzz/html/adapters/gumbo/gumbo_adapter.cc" $objects -Wl,-Bsymbolic -o "$adapters/gumbo-faults.so"
