#!/usr/bin/env bash
# Runs the tests of the studio's pages in a browser: against DEBULHA_STUDIO, the address of a server that runs, or a mock.
set -euo pipefail
cd "$(dirname "$0")/../.."
tests="target/studio-tests"
mkdir -p "$tests"
echo '{ "private": true, "type": "module" }' > "$tests/package.json"
npm install --prefix "$tests" --no-audit --no-fund --silent playwright-core@1.65.1
cp crates/debulha-studio/tests/web/* "$tests"
# One after the other: they share one browser, and one server's labels.
node --test --test-concurrency=1 "$tests"/*.test.mjs
