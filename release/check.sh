#!/usr/bin/env bash
# Rehearses a release: builds what would be published, installs each package in an empty place, and extracts one page with it.
#
# release/check.sh [STEP…]    STEP is recipes, versions, crates, wheel, npm or archive; default: all of them
#
# The packages are left in target/release-check/dist, or below $CARGO_TARGET_DIR. Runs on Linux, macOS, and Windows (Git Bash).
# shellcheck disable=SC2329  # The steps are called by name.
set -uo pipefail
cd "$(dirname "$0")/.."
root="$PWD"
target="${CARGO_TARGET_DIR:-target}"
case "$target" in /* | [A-Za-z]:*) ;; *) target="$root/$target" ;; esac
out="$target/release-check"
dist="$out/dist"
python="${PYTHON:-$(command -v python3 || command -v python || true)}"
# Folders of each step; removed at the end.
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
version="$(sed -n '/^\[workspace\.package\]/,/^\[/s/^version = "\(.*\)"$/\1/p' Cargo.toml)"

fail() {
    echo "release/check.sh: $*" >&2
    exit 1
}

# Fails unless the command exists.
need() {
    command -v "$1" >/dev/null || fail "$1 is missing; $2"
}

# Compares standard input with the text of release/page.html. Windows programs may end lines with CR LF.
expect_page_text() {
    tr -d '\r' >"$work/text"
    diff "$root/release/page.txt" "$work/text" || fail "$1 extracted another text than release/page.txt"
    echo "$1: the extracted text is right"
}

# The commands of a virtual environment are elsewhere on Windows.
venv_bin() {
    if [ -d "$1/Scripts" ]; then echo "$1/Scripts"; else echo "$1/bin"; fi
}

# macOS has no sha256sum.
sha256() {
    if command -v sha256sum >/dev/null; then sha256sum "$@"; else shasum -a 256 "$@"; fi
}

# Every `just RECIPE` that a workflow runs is in the justfile.
recipes() {
    need just "pip install rust-just"
    local recipe names
    names="$(sed 's/#.*//' .github/workflows/*.yml | grep -oE '\bjust [a-z][a-z_-]*' | cut -d' ' -f2 | sort -u)"
    [ -n "$names" ] || fail ".github/workflows runs no recipe"
    for recipe in $names; do
        just --show "$recipe" >/dev/null 2>&1 || fail ".github/workflows runs \"just $recipe\", which is not in the justfile"
    done
    echo "$names" | tr '\n' ' '
    echo
}

# Crates and npm package have one version, and so has the tag in $RELEASE_TAG, if set.
versions() {
    local npm_version
    npm_version="$(sed -n 's/^ *"version": "\(.*\)",$/\1/p' crates/debulha-wasm/package/package.json)"
    [ -n "$version" ] || fail "Cargo.toml has no workspace.package.version"
    [ "$npm_version" = "$version" ] ||
        fail "crates/debulha-wasm/package/package.json has version $npm_version, and Cargo.toml $version"
    [ "${RELEASE_TAG:-v$version}" = "v$version" ] || fail "the tag is $RELEASE_TAG, and the version in Cargo.toml is $version"
    echo "version $version"
}

# Each crate is packed, and built from its package alone, against the packages of the others.
crates() {
    [ -n "$python" ] || fail "python3 is missing"
    local excludes name package bytes file
    # Unlike `cargo publish`, `cargo package --workspace` does not skip these.
    excludes="$(cargo metadata --no-deps --format-version 1 --locked | "$python" -c '
import json, sys
print(*("--exclude=" + p["name"] for p in json.load(sys.stdin)["packages"] if p["publish"] == []))' | tr -d '\r')"
    # A target folder shared by all packages, since otherwise each one builds all dependencies again.
    # shellcheck disable=SC2086  # Several options.
    CARGO_PROFILE_DEV_DEBUG=0 CARGO_INCREMENTAL=0 \
        cargo package --workspace $excludes --locked --target-dir "$out/crates"
    mkdir -p "$dist"
    for package in "$out/crates/package/"*"-$version.crate"; do
        name="$(basename "$package" .crate)"
        tar -tzf "$package" >"$work/files"
        for file in Cargo.toml README.md LICENSE-MIT LICENSE-APACHE; do
            grep -qxF "$name/$file" "$work/files" || fail "the package $name has no $file"
        done
        bytes="$(wc -c <"$package")"
        # The limit of crates.io is 10 MiB.
        [ "$bytes" -le 10485760 ] || fail "the package $name has $bytes bytes; crates.io takes 10 MiB"
        echo "$name: $((bytes / 1024)) KiB"
    done
}

# One wheel for CPython 3.10 and newer, installed without an index.
wheel() {
    [ -n "$python" ] || fail "python3 is missing"
    local tools bin wheel maturin="maturin>=1.9,<2" options=""
    # On Linux, Zig links against the symbols of an old glibc.
    if [ "$(uname -s)" = Linux ]; then
        maturin="maturin[zig]>=1.9,<2"
        options="--compatibility manylinux_2_28 --zig"
    fi
    tools="$out/tools"
    "$python" -m venv "$tools"
    bin="$(venv_bin "$tools")"
    "$bin/python" -m pip install --quiet "$maturin"
    mkdir -p "$dist"
    rm -f "$dist"/debulha-*.whl
    # shellcheck disable=SC2086  # Several options.
    PATH="$bin:$PATH" VIRTUAL_ENV="$tools" maturin build --profile dist $options --out "$dist"
    wheel="$(echo "$dist"/debulha-*.whl)"
    case "$(uname -s) $wheel" in
    Linux*-cp310-abi3-manylinux_2_28_*) ;;
    Linux*) fail "$wheel is no wheel for cp310-abi3-manylinux_2_28" ;;
    *-cp310-abi3-*) ;;
    *) fail "$wheel is no wheel for cp310-abi3" ;;
    esac
    "$python" -m zipfile --list "$wheel" >"$work/files"
    grep -q 'stop_words/LICENSE' "$work/files" || fail "$wheel has no licence of the stop lists"
    "$python" -m venv "$work/venv"
    bin="$(venv_bin "$work/venv")"
    "$bin/python" -m pip install --quiet --no-index "$wheel"
    cd "$work"
    "$bin/python" -I -c 'import debulha, sys; print(debulha.extract(sys.stdin.read()))' <"$root/release/page.html" |
        expect_page_text "$(basename "$wheel")"
}

# The package is what `npm publish` uploads; it has no dependencies, so it installs offline.
npm_package() {
    need npm "install Node.js"
    need node "install Node.js"
    [ -d "$(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown" ] ||
        fail "the Rust target wasm32-unknown-unknown is missing; rustup target add wasm32-unknown-unknown"
    local package
    crates/debulha-wasm/build.sh
    mkdir -p "$dist" "$work/npm"
    package="$(npm pack --silent ./target/npm --pack-destination "$dist")"
    cd "$work/npm"
    echo '{ "private": true, "type": "module" }' >package.json
    npm install --offline --no-audit --no-fund --silent "$dist/$package"
    node --input-type=module --eval '
import { extract } from "debulha";
import { readFileSync } from "node:fs";
console.log(extract(readFileSync(0)));' <"$root/release/page.html" | expect_page_text "$package"
}

# Command, manual pages, completions, licences: debulha-VERSION-TARGET.tar.gz with its checksum.
archive() {
    local host name folder exe="" file
    host="$(rustc -vV | tr -d '\r' | sed -n 's/^host: //p')"
    name="debulha-$version-$host"
    folder="$work/$name"
    case "$host" in *windows*) exe=.exe ;; esac
    cargo build --locked --profile dist --package debulha-cli
    mkdir -p "$dist" "$folder/man" "$folder/completions" "$work/unpacked"
    cp "$target/dist/debulha$exe" LICENSE-MIT LICENSE-APACHE README.md CHANGELOG.md "$folder"
    cp crates/debulha-core/src/features/stop_words/LICENSE "$folder/LICENSE-STOP-WORDS"
    cp crates/debulha-studio/web/vendor/LICENSE "$folder/LICENSE-LIT"
    "$folder/debulha$exe" man "$folder/man"
    # File names that the shells expect.
    "$folder/debulha$exe" completions bash >"$folder/completions/debulha.bash"
    "$folder/debulha$exe" completions zsh >"$folder/completions/_debulha"
    "$folder/debulha$exe" completions fish >"$folder/completions/debulha.fish"
    "$folder/debulha$exe" completions powershell >"$folder/completions/_debulha.ps1"
    # Without the variable, tar of macOS adds files with extended attributes.
    COPYFILE_DISABLE=1 tar -C "$work" -czf "$dist/$name.tar.gz" "$name"
    cd "$dist"
    sha256 "$name.tar.gz" >"$name.tar.gz.sha256"
    sha256 --check "$name.tar.gz.sha256"

    cd "$work/unpacked"
    tar -xzf "$dist/$name.tar.gz"
    for file in README.md LICENSE-{MIT,APACHE,STOP-WORDS,LIT} man/debulha{,-extract,-serve}.1 \
        completions/{debulha.bash,_debulha,debulha.fish,_debulha.ps1}; do
        [ -s "$name/$file" ] || fail "$name.tar.gz has no $file"
    done
    [ "$("$name/debulha$exe" --version | tr -d '\r')" = "debulha $version" ] || fail "debulha --version is not $version"
    "$name/debulha$exe" extract <"$root/release/page.html" | expect_page_text "$name.tar.gz"
    if [ "$(uname -s)" = Linux ]; then
        echo "oldest glibc: $(grep -aoE 'GLIBC_2\.[0-9]+' "$name/debulha" | sort -uV | tail -n 1)"
    fi
}

[ $# -gt 0 ] || set -- recipes versions crates wheel npm archive
for step in "$@"; do
    case "$step" in
    recipes | versions | crates | wheel | npm | archive) ;;
    *) fail "no step \"$step\"; choose from recipes, versions, crates, wheel, npm, archive" ;;
    esac
done
table="" failed=0
for step in "$@"; do
    echo "== $step"
    started=$SECONDS
    command="$step"
    [ "$step" != npm ] || command=npm_package
    # In a subshell, so that a failure ends the step only. Not as a condition: there, `set -e` has no effect.
    (
        set -e
        "$command"
    )
    status=$?
    result=ok
    [ $status -eq 0 ] || { result=FAILED failed=1; }
    table="$table$(printf '%-10s %8d  %s' "$step" $((SECONDS - started)) "$result")
"
done
printf '\n%-10s %8s  %s\n%s' step seconds result "$table"
exit $failed
