#!/usr/bin/env bash
# Takes the screenshots of the studio in docs/images anew: each view at 1280 and 400 pixels, light and dark, over the pages of testdata.
# DEBULHA is the command to show, or else that of the debug build; PNG is a folder for the same images without loss.
set -euo pipefail
cd "$(dirname "$0")/../.."
DEBULHA="${DEBULHA:-target/debug/debulha}"
work="target/studio-images"
mkdir -p "$work"
echo '{ "private": true, "type": "module" }' > "$work/package.json"
npm install --prefix "$work" --no-audit --no-fund --silent playwright-core@1.65.1
cp crates/debulha-studio/images.mjs "$work"
debulha="$(realpath "$DEBULHA")"
folder="$(mktemp -d)"
mkdir "$folder/pages"
for page in testdata/pages/*/source.html; do cp "$page" "$folder/pages/$(basename "$(dirname "$page")").html"; done
images="$PWD/docs/images"
script="$PWD/$work/images.mjs"
# Paths are shown: from there, they are the same each time.
cd "$folder"
for crawl in 2026-09 2026-10; do
    "$debulha" site learn pages --method all --site mill.example --crawl "$crawl" --site-store sites.store > log 2>&1 || { cat log; exit 1; }
done
coproc studio { exec "$debulha" studio pages --site-store sites.store --listen 127.0.0.1:0; }
trap 'kill "$studio_PID"; rm -rf "$folder"' EXIT
read -r DEBULHA_STUDIO <&"${studio[0]}"
export DEBULHA_STUDIO
node "$script" "$images"
