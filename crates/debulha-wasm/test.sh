#!/usr/bin/env bash
# Packs what build.sh made, installs it beside the tests, and runs them.
set -euo pipefail
cd "$(dirname "$0")/../.."
tests="target/npm-tests"
rm -rf "$tests" && mkdir -p "$tests"
package="$tests/$(cd target/npm && npm pack --silent --pack-destination "../../$tests")"
echo '{ "private": true, "type": "module" }' > "$tests/package.json"
npm install --prefix "$tests" --no-audit --no-fund --silent "$package" typescript@5.9.3
cp crates/debulha-wasm/tests/* "$tests"
"$tests/node_modules/.bin/tsc" --project "$tests"
# One after the other: two of them measure.
node --test --test-concurrency=1 "$tests"/*.test.mjs
