"""Pages of the repository, and the command, which the package is compared with."""

import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).parents[3]
PAGES = sorted(ROOT.glob("testdata/pages/*/source.html"))


@pytest.fixture(params=PAGES, ids=lambda path: path.parent.name)
def page(request):
    return request.param


@pytest.fixture(scope="session")
def barn():
    return ROOT.joinpath("testdata/pages/barn-story/source.html").read_bytes()


def existing(program, package):
    """The path of a program, which must have been built."""
    assert program.exists(), f"{program} is missing; build it with: cargo build --package {package}"
    return str(program)


@pytest.fixture(scope="session")
def program():
    """The command of ``DEBULHA``, or of the debug build."""
    program = os.environ.get("DEBULHA") or ROOT / "target/debug/debulha"
    return existing(pathlib.Path(program), "debulha-cli")


@pytest.fixture(scope="session")
def laboratory():
    """``debulha-lab`` of the debug build."""
    return existing(ROOT / "target/debug/debulha-lab", "debulha-lab")


@pytest.fixture(scope="session")
def command(program):
    """Runs the command: what it writes for one page, or None where it fails."""

    def run(*arguments):
        done = subprocess.run([program, *map(str, arguments)], capture_output=True, encoding="utf-8")
        return done.stdout.removesuffix("\n") if done.returncode == 0 else None

    return run
