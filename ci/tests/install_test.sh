#!/usr/bin/env bash
# ci/install leaves a machine alone where nothing is missing, and names what it would add where something is.
set -euo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
fakes=$(mktemp -d)
trap 'rm -rf "$fakes"' EXIT
for program in apt-get sudo npm node; do
  printf '#!/bin/sh\necho "%s $*" >> "%s/calls"\n' "$program" "$fakes" > "$fakes/$program"
done
# Every package is installed but those that FAKE_MISSING names.
cat > "$fakes/dpkg-query" << 'FAKE'
#!/bin/sh
for package; do :; done
case " $FAKE_MISSING " in *" $package "*) exit 1 ;; esac
printf installed
FAKE
chmod +x "$fakes"/*
export PATH="$fakes:$PATH" FAKE_MISSING=""

says() {
  local wanted=$1 said
  shift
  said=$("$top/ci/install" "$@")
  [ "$said" = "$wanted" ] || { printf 'ci/install %s said: %s\nwanted: %s\n' "$*" "$said" "$wanted"; exit 1; }
}

nothing="ci/install: everything is there, nothing to add"
says "$nothing"
says "$nothing" --servers
export FAKE_MISSING="g++ shellcheck lighttpd"
says "ci/install: adds g++" --demo --list
says "ci/install: adds g++ shellcheck" --list
says "ci/install: adds g++ lighttpd shellcheck" --servers --list
# A package that two lists name is added once.
export FAKE_MISSING="cargo librust-html5ever-dev chromium"
says "ci/install: adds cargo librust-html5ever-dev chromium" --list
says "ci/install: adds cargo librust-html5ever-dev chromium" --servers --list
says "$nothing" --demo --list
if "$top/ci/install" --nonsense 2> /dev/null; then echo "took --nonsense"; exit 1; fi
[ ! -e "$fakes/calls" ] || { echo "called:"; cat "$fakes/calls"; exit 1; }
