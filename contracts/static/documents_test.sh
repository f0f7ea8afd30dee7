#!/usr/bin/env bash
# The tracked documents are what make-documents writes, so that nobody edits the one without the other.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
"$here/make-documents" "$fresh"
# Another zlib may pack the sibling in another way; what it unpacks to is the page.
cmp <(gzip -dc "$here/state/documents/page.html.gz") "$fresh/page.html"
cp "$here/state/documents/page.html.gz" "$fresh/page.html.gz"
diff -r "$fresh" "$here/state/documents"
