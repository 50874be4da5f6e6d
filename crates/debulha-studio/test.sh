#!/usr/bin/env bash
# Runs the tests of the studio in a browser. DEBULHA is the command to test, or else that of the debug build; DEBULHA_STUDIO is the address
# of a studio that runs. Without any of them, a server that stands in for the studio's own answers.
set -euo pipefail
cd "$(dirname "$0")/../.."
tests="target/studio-tests"
mkdir -p "$tests"
echo '{ "private": true, "type": "module" }' > "$tests/package.json"
npm install --prefix "$tests" --no-audit --no-fund --silent playwright-core@1.65.1
cp crates/debulha-studio/tests/web/* "$tests"
export DEBULHA="${DEBULHA:-target/debug/debulha}"
if [ -z "${DEBULHA_STUDIO:-}" ] && [ -x "$DEBULHA" ]; then
    pages="$(mktemp -d)"
    for page in testdata/pages/*/source.html; do cp "$page" "$pages/$(basename "$(dirname "$page")").html"; done
    # A page that is shown in parts.
    { echo '<title>Big</title><main>'; printf '<h2>Notes</h2><p>The wheel stood for two days, and <b>rye</b> was ground by hand until the water came back.<ul><li>sacks: 40<li>carts: 3</ul>%.0s' $(seq 2500); } > "$pages/big.html"
    coproc studio { exec "$DEBULHA" studio "$pages" --listen 127.0.0.1:0; }
    trap 'kill "$studio_PID"; rm -rf "$pages"' EXIT
    read -r DEBULHA_STUDIO <&"${studio[0]}"
    export DEBULHA_STUDIO
fi
# One after the other: they share one browser, and one server's labels.
node --test --test-concurrency=1 "$tests"/*.test.mjs
