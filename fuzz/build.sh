#!/usr/bin/env bash
# Builds every libFuzzer target by the conventions of ClusterFuzzLite and OSS-Fuzz: compilers and flags from CC, CXX,
# CFLAGS and CXXFLAGS, the engine from LIB_FUZZING_ENGINE (flags, or a library with a main), into OUT, by way of WORK.
# Each target has its seed corpus (NAME_seed_corpus.zip), its options (NAME.options) and, for HTML, a dictionary beside
# it, and needs no library that a runner lacks. Without npm or Debian's cargo, html_pair_fuzz is left out, and it says so.
#
#   SRC/httparity/fuzz/build.sh        with OUT and WORK set; what isn't set is clang, ASan and libFuzzer
set -euo pipefail
source=$(cd "$(dirname "$0")/.." && pwd)
: "${OUT:?where the targets go}" "${WORK:?where it builds}"
export CC=${CC:-clang} CXX=${CXX:-clang++}
default="-O1 -g1 -fno-omit-frame-pointer -fsanitize=address,fuzzer-no-link"
export CFLAGS=${CFLAGS-$default} CXXFLAGS=${CXXFLAGS-$default}
engine=${LIB_FUZZING_ENGINE:--fsanitize=fuzzer}
mkdir -p "$OUT" "$WORK"

parsers=
status=0
"$source/fuzz/html/instrumented/build_parsers.sh" "$source" "$WORK/parsers" || status=$?
case $status in
  0) parsers=$WORK/parsers ;;
  3) echo "fuzz/build.sh: html_pair_fuzz is left out: its parsers can't be built here" >&2 ;;
  *) exit "$status" ;;
esac

cmake -S "$source" -B "$WORK/build" -G Ninja -DCMAKE_BUILD_TYPE=None -DHTTPARITY_TESTS=OFF \
  "-DHTTPARITY_FUZZING_ENGINE=$engine" "-DHTTPARITY_STATIC_PARSERS=$parsers" \
  -DCMAKE_EXE_LINKER_FLAGS="-static-libstdc++ -static-libgcc" > "$WORK/cmake.log" || { cat "$WORK/cmake.log"; exit 1; }

targets=()
while read -r name _; do
  if [ "$name" != html_pair_fuzz ]; then targets+=("$name"); fi
done < "$WORK/build/fuzzers.txt"
if [ -n "$parsers" ]; then targets+=(html_pair_fuzz httparity-html-seeds); fi
cmake --build "$WORK/build" --target "${targets[@]}" > "$WORK/build.log" || { cat "$WORK/build.log"; exit 1; }

built=()
while read -r name program folder corpora; do
  if [ "$name" = html_pair_fuzz ] && [ -z "$parsers" ]; then continue; fi
  cp "$program" "$OUT/$name"
  seeds=$WORK/seeds/$name
  rm -rf "$seeds" "$OUT/${name}_seed_corpus.zip"
  mkdir -p "$seeds"
  if [ "$name" = html_pair_fuzz ]; then
    # Seeds are one case each; the tool that cuts the corpus into them runs on this machine only.
    ASAN_OPTIONS=detect_leaks=0 "$WORK/build/fuzz/html/httparity-html-seeds" "$seeds"
  else
    # A runner takes a flat folder.
    for corpus in $corpora; do
      find "$corpus" -type f -size -64k | while read -r file; do
        cp "$file" "$seeds/$(sha256sum < "$file" | cut -c1-16)"
      done
    done
  fi
  (cd "$seeds" && find . -type f | LC_ALL=C sort | zip -q -X "$OUT/${name}_seed_corpus.zip" -@)
  for beside in options dict; do
    if [ -f "$folder/$name.$beside" ]; then cp "$folder/$name.$beside" "$OUT/"; fi
  done
  built+=("$name")
done < "$WORK/build/fuzzers.txt"
echo "fuzz/build.sh: built ${built[*]}"
