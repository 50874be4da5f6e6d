#!/usr/bin/env bash
# Makes the npm package in target/npm: `build.sh [PROFILE [content]]`, where PROFILE is `wasm` (what is published) unless given. With
# `content`, the module has no published systems.
set -euo pipefail
cd "$(dirname "$0")/../.."
profile="${1:-wasm}"
package="target/npm"

# Vector instructions are in every browser since 2023. Paths of this machine are of no use to others.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-C target-feature=+simd128 --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}/registry/src="
features=() && [ "${2:-}" != content ] || features=(--no-default-features)
cargo build --locked --package debulha-wasm ${features[@]+"${features[@]}"} --lib --target wasm32-unknown-unknown --profile "$profile"
cargo build --locked --release --quiet --manifest-path crates/debulha-wasm/bindgen/Cargo.toml --target-dir target/bindgen

rm -rf "$package" && mkdir -p "$package"
folder="$profile" && [ "$profile" != dev ] || folder=debug
target/bindgen/release/bindgen "${CARGO_TARGET_DIR:-target}/wasm32-unknown-unknown/$folder/debulha_wasm.wasm" "$package"
cp -r crates/debulha-wasm/package/. LICENSE-MIT LICENSE-APACHE "$package"
cp crates/debulha-core/src/features/stop_words/LICENSE "$package/LICENSE-STOP-WORDS"
ls -l "$package"
echo "gzipped: $(gzip -9 -c "$package/debulha_bg.wasm" | wc -c) bytes"
