#!/usr/bin/env bash
# A test file that no list names stops the build: it would never run, and nobody would know.
set -euo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
cat > "$tree/CMakeLists.txt" << CMAKE
cmake_minimum_required(VERSION 3.25)
project(planted LANGUAGES NONE)
include("$top/cmake/HttparityLayer.cmake")
httparity_layer(planted)
CMAKE
cmake -S "$tree" -B "$tree/build" > /dev/null

touch "$tree/lonely_test.cc"
if cmake -S "$tree" -B "$tree/build" > "$tree/log" 2>&1; then echo "configured in spite of lonely_test.cc"; exit 1; fi
tr -s ' \n' ' ' < "$tree/log" | grep -qF 'lonely_test.cc is in no TESTS list' || { cat "$tree/log"; exit 1; }
