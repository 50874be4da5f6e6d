#!/usr/bin/env bash
# Prints the section of a version in CHANGELOG.md: `release/notes.sh 0.2.0`.
set -euo pipefail
cd "$(dirname "$0")/.."
notes="$(awk -v version="$1" '
    /^## / { found = $2 == version || $2 == "[" version "]"; next }
    found' CHANGELOG.md)"
[ -n "$notes" ] || {
    echo "release/notes.sh: CHANGELOG.md has no section \"## $1\"" >&2
    exit 1
}
echo "$notes"
