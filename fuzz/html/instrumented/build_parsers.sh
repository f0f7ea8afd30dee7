#!/bin/sh
# build_parsers.sh SOURCE_DIR WORK_DIR: Gumbo (its sources come from npm) and html5ever (Debian's crates) as static
# libraries in WORK_DIR, with the compilers and flags of CC, CXX, CFLAGS and CXXFLAGS, and with coverage in Rust too
# where CFLAGS ask for it. The functions of adapter_abi.h are called gumbo_hp_html_* and html5ever_hp_html_* there.
# Exit status 3: npm or Debian's cargo isn't there, or npm's registry isn't.
set -eu
source=$1 work=$2
CC=${CC:-clang} CXX=${CXX:-clang++} CFLAGS=${CFLAGS:-} CXXFLAGS=${CXXFLAGS:-}
cargo=${HTTPARITY_CARGO:-/usr/bin/cargo} rustc=${HTTPARITY_RUSTC:-/usr/bin/rustc}
functions="abi info open run close"
mkdir -p "$work"

for program in npm "$cargo" "$rustc"; do
  command -v "$program" > /dev/null || { echo "instrumented parsers: $program is not installed" >&2; exit 3; }
done

# Gumbo, without its assertions: Debian's aborts at one that is known.
cp "$source/fuzz/html/faults/package.json" "$source/fuzz/html/faults/package-lock.json" "$source/fuzz/html/faults/.npmrc" "$work/"
if ! (cd "$work" && npm ci --ignore-scripts --no-audit --no-fund --silent); then
  echo "instrumented parsers: npm ci failed" >&2
  exit 3
fi
gumbo=$work/node_modules/gumbo-parser/deps/gumbo-parser/src
defines=
for name in $functions; do defines="$defines -Dhp_html_$name=gumbo_hp_html_$name"; done
objects=
for file in "$gumbo"/*.c; do
  object=$work/$(basename "$file" .c).o
  # shellcheck disable=SC2086  # flags are words
  "$CC" $CFLAGS -std=c99 -DNDEBUG -w -I"$gumbo" -c "$file" -o "$object"
  objects="$objects $object"
done
# shellcheck disable=SC2086
"$CXX" $CXXFLAGS -std=c++20 $defines -I"$gumbo" -I"$source" -c "$source/fuzz/html/adapters/gumbo/gumbo_adapter.cc" \
  -o "$work/gumbo_adapter.o"
rm -f "$work/libhttparity_gumbo.a"
# shellcheck disable=SC2086
ar rcs "$work/libhttparity_gumbo.a" "$work/gumbo_adapter.o" $objects

# html5ever. rustc's own pass puts the counters in that clang's flag asks for.
coverage=
case "$CFLAGS" in
  *fuzzer-no-link* | *-fsanitize-coverage*)
    coverage="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=3 \
      -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table -Ccodegen-units=1" ;;
esac
target=$("$rustc" -vV | sed -n 's/^host: //p')
mkdir -p "$work/crate"
cp -R "$source/fuzz/html/adapters/html5ever/." "$work/crate/"
(cd "$work/crate" && RUSTC="$rustc" RUSTFLAGS="$coverage" CARGO_TARGET_DIR="$work/cargo" \
  "$cargo" build --release --offline --quiet --lib --target "$target")
renames=
for name in $functions; do renames="$renames --redefine-sym hp_html_$name=html5ever_hp_html_$name"; done
# shellcheck disable=SC2086
objcopy $renames "$work/cargo/$target/release/libhttparity_html5ever.a" "$work/libhttparity_html5ever.a"
