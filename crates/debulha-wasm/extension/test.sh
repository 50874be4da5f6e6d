#!/usr/bin/env bash
# Assembles the extension from target/npm and tests it in Chromium. DEBULHA is the command, or else that of the debug build. Needs npm.
set -euo pipefail
cd "$(dirname "$0")/../../.."
tests="target/extension-tests"
mkdir -p "$tests"
python3 crates/debulha-wasm/extension/build.py
echo '{ "private": true, "type": "module" }' > "$tests/package.json"
npm install --prefix "$tests" --no-audit --no-fund --silent playwright-core@1.65.1 @axe-core/playwright@4 web-ext@8
cp crates/debulha-wasm/extension/tests/* "$tests"
"$tests/node_modules/.bin/web-ext" lint --source-dir target/extension/firefox --self-hosted --warnings-as-errors
export DEBULHA="${DEBULHA:-$PWD/target/debug/debulha}" EXTENSION="$PWD/target/extension/chromium"
node --test --test-concurrency=1 "$tests"/*.test.mjs
