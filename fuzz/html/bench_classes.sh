#!/usr/bin/env bash
# How many classes of differences each engine finds in the same CPU time, reduced by the same reducer: the default
# engines, libFuzzer with the token mutator, and libFuzzer with its own mutations of bytes on the same pair, both with
# coverage of both parsers. The last line is the ratio to the bytes.
#
#   fuzz/html/bench_classes.sh WORK [CPU_SECONDS]        WORK keeps what is built
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mkdir -p "${1:?a folder to build in}" && cd "$1" && pwd)
seconds=${2:-30}
if command -v ccache > /dev/null; then export CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER-ccache}; fi

# Without sanitizers: as fast as libFuzzer can be.
export CFLAGS="-O2 -g1 -fsanitize=fuzzer-no-link" CXXFLAGS="-O2 -g1 -fsanitize=fuzzer-no-link"
OUT=$work/out WORK=$work/fuzz "$source/fuzz/build.sh"
cmake --build "$work/fuzz/build" --target html_pair_bytes > "$work/bytes.log"
cp "$work/fuzz/build/fuzz/html/html_pair_bytes" "$work/out/"
cp "$work/out/html_pair_fuzz.options" "$work/out/html_pair_bytes.options"
unset CFLAGS CXXFLAGS
cmake -S "$source" --preset demo -B "$work/demo" > "$work/demo.log"
cmake --build "$work/demo" --target httparity httparity_adapter_gumbo httparity_adapter_html5ever \
  httparity-html-child > "$work/demo.log"

# NAME WORDS ...: the classes that a run finds.
classes() {
  local name=$1
  shift
  "$work/demo/verifier/cli/httparity" fuzz html --reference html5ever --port gumbo --no-rewrite --cpu-seconds "$seconds" \
    --corpus "$source/corpus/html" --vote '' --out "$work/runs/$name" --fresh "$@" > "$work/$name.txt" 2> "$work/$name.err" || [ $? -le 1 ]
  sed -n 's/^\([0-9]*\) cases compared, \([0-9]*\) differ, \([0-9]*\) raw signatures, \([0-9]*\) classes.*/\1 \3 \4/p' "$work/$name.txt"
}
rm -rf "$work/runs"
printf '%-18s %12s %16s %8s\n' "in $seconds CPU-s" cases "raw signatures" classes
read -r cases raw bytes < <(HTTPARITY_HTML_PAIR_FUZZ=$work/out/html_pair_bytes classes bytes --engine libfuzzer)
printf '%-18s %12s %16s %8s\n' "libFuzzer, bytes" "$cases" "$raw" "$bytes"
read -r cases raw tokens < <(HTTPARITY_HTML_PAIR_FUZZ=$work/out/html_pair_fuzz classes tokens --engine libfuzzer)
printf '%-18s %12s %16s %8s\n' "libFuzzer, tokens" "$cases" "$raw" "$tokens"
read -r cases raw ours < <(classes default)
printf '%-18s %12s %16s %8s\n' "default engines" "$cases" "$raw" "$ours"
echo "classes to those of libFuzzer's byte mutator: default engines $(echo "$ours $bytes" | awk '{printf "%.1f", $1 / $2}') (wanted 3), token mutator $(echo "$tokens $bytes" | awk '{printf "%.1f", $1 / $2}')"
