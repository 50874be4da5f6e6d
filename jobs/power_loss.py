"""What a power loss or a killed process leaves behind, replayed, as ALICE does (Pillai et al., OSDI 2014).

    python jobs/power_loss.py OUT [--check SHELL] [--every N] -- COMMAND...

COMMAND writes below the folder OUT, which is made anew. Its file calls are recorded by strace. After every call that changes a file, the
files are rebuilt as two losses leave them, COMMAND runs again, and the folder, or what the shell command --check prints, must be what one
run without a loss gives:

- all: everything up to the call is on the disk, as when the process is killed;
- synced: the contents of each file are those of its last fsync, and names are as they are.

Needs strace. Calls that it cannot replay are an error.
"""

from __future__ import annotations

import argparse
import collections
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field

CHANGING = {"write", "pwrite64", "writev", "ftruncate", "fallocate"}
NOT_REPLAYED = {"copy_file_range", "sendfile", "pwritev", "link", "linkat"}
TRACED = CHANGING | NOT_REPLAYED | {
    "openat", "open", "creat", "close", "lseek", "dup", "dup2", "fcntl", "fsync", "fdatasync",
    "rename", "renameat", "renameat2", "unlink", "unlinkat", "mkdir", "mkdirat",
}  # fmt: skip

# Seconds after which a run is given up.
PATIENCE = 60


@dataclass
class File:
    """The contents of a file now, and as of its last fsync."""

    now: bytearray = field(default_factory=bytearray)
    synced: bytes = b""

    def write(self, at: int, data: bytes) -> None:
        self.now.extend(bytes(max(0, at - len(self.now))))
        self.now[at : at + len(data)] = data

    def resize(self, length: int) -> None:
        del self.now[length:]
        self.now.extend(bytes(length - len(self.now)))


@dataclass
class Descriptor:
    """An open file and the place in it."""

    file: File
    appends: bool
    at: int = 0


class Folder:
    """The files below a folder, as system calls make them."""

    def __init__(self, root: str, cwd: str) -> None:
        self.root, self.cwd = root, cwd
        self.files: dict[str, File] = {}
        self.folders: set[str] = set()
        self.open: dict[int, Descriptor] = {}

    def path(self, text: str) -> str | None:
        """An absolute path below the folder."""
        path = os.path.normpath(os.path.join(self.cwd, text))
        return path if path == self.root or path.startswith(self.root + "/") else None

    def apply(self, name: str, arguments: str, result: int) -> bool:
        """Applies a call; whether it changed what may be on the disk."""
        strings = [unescaped(text) for text in re.findall(r'"((?:\\x[0-9a-f]{2})*)"', arguments)]
        numbers = [int(number) for number in re.findall(r"(?:^|, )(-?\d+)(?=\s*(?:,|$))", arguments)]
        opened = self.open.get(numbers[0]) if numbers and re.match(r"\d", arguments) else None
        if name in NOT_REPLAYED:
            sys.exit(f"{name} is not replayed")
        if name in {"openat", "open", "creat"}:
            return self.opened(self.path(strings[0].decode()), arguments, result)
        if name.startswith(("rename", "unlink", "mkdir")):
            return self.named(name, [self.path(text.decode()) for text in strings])
        if name == "close":
            self.open.pop(numbers[0], None)
        if opened is None:
            return False
        if name in {"dup", "dup2"} or (name == "fcntl" and "F_DUPFD" in arguments):
            self.open[result] = opened
        elif name == "lseek":
            opened.at = result
        elif name in {"fsync", "fdatasync"}:
            opened.file.synced = bytes(opened.file.now)
        elif name == "ftruncate":
            opened.file.resize(numbers[-1])
        elif name == "fallocate":
            opened.file.resize(max(len(opened.file.now), numbers[-1] + numbers[-2]))
        elif name == "pwrite64":
            opened.file.write(numbers[-1], strings[0][:result])
        elif name in {"write", "writev"}:
            at = len(opened.file.now) if opened.appends else opened.at
            opened.file.write(at, b"".join(strings)[:result])
            opened.at = at + result
        return name in CHANGING or name in {"fsync", "fdatasync"}

    def opened(self, path: str | None, arguments: str, descriptor: int) -> bool:
        self.open.pop(descriptor, None)
        if path is None or path == self.root or path in self.folders:
            return False
        is_new = path not in self.files
        if is_new and "O_CREAT" not in arguments:
            return False
        file = self.files.setdefault(path, File())
        if "O_TRUNC" in arguments:
            file.resize(0)
        self.open[descriptor] = Descriptor(file, "O_APPEND" in arguments)
        return is_new or "O_TRUNC" in arguments

    def named(self, name: str, paths: list[str | None]) -> bool:
        path = paths[-1]
        if path is None:
            return False
        if name.startswith("unlink"):
            self.files.pop(path, None)
            self.folders.discard(path)
        elif name.startswith("mkdir"):
            self.folders.add(path)
        elif (old := paths[0]) is not None:
            moved = lambda known: path + known[len(old) :] if (known + "/").startswith(old + "/") else known  # noqa: E731
            kept = {known: file for known, file in self.files.items() if known != path}
            self.files = {moved(known): file for known, file in kept.items()}
            self.folders = {moved(known) for known in self.folders}
        return True

    def rebuild(self, synced: bool) -> None:
        """Writes the folder as a loss leaves it."""
        empty(self.root)
        for path in self.folders:
            os.makedirs(path, exist_ok=True)
        for path, file in self.files.items():
            os.makedirs(os.path.dirname(path), exist_ok=True)
            pathlib.Path(path).write_bytes(file.synced if synced else file.now)


def unescaped(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


def empty(folder: str) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)


def recorded(command: list[str]) -> list[tuple[str, str, int]]:
    """Runs a command; its calls that succeeded: name, arguments and result."""
    with tempfile.NamedTemporaryFile(mode="r", errors="replace") as log:
        strace = ["strace", "-f", "-xx", "-s", "100000000", "-e", "trace=" + ",".join(sorted(TRACED)), "-o", log.name]
        subprocess.run([*strace, *command], check=True, stdout=subprocess.DEVNULL)
        return list(calls(log))


def calls(lines: Iterator[str]) -> Iterator[tuple[str, str, int]]:
    begun: dict[str, str] = {}
    for line in lines:
        thread, text = line.rstrip("\n").split(maxsplit=1)
        if text.endswith("<unfinished ...>"):
            begun[thread] = text.removesuffix("<unfinished ...>")
            continue
        if resumed := re.match(r"<\.\.\. \w+ resumed>\s*(.*)", text):
            text = begun.pop(thread, "") + resumed[1]
        if call := re.match(r"(\w+)\((.*)\)\s+= (\d+)", text):
            yield call[1], call[2], int(call[3])


def contents(folder: str, check: str | None) -> str:
    """What must be the same."""
    if check:
        return subprocess.run(check, shell=True, capture_output=True, text=True).stdout
    files = sorted(path for path in pathlib.Path(folder).rglob("*") if path.is_file())
    return "\n".join(f"{path} {hashlib.sha256(path.read_bytes()).hexdigest()}" for path in files)


def main() -> None:
    if "--" not in sys.argv:
        sys.exit(__doc__)
    cut = sys.argv.index("--")
    command = sys.argv[cut + 1 :]
    parser = argparse.ArgumentParser(usage="power_loss.py OUT [--check SHELL] [--every N] -- COMMAND...")
    parser.add_argument("out", type=os.path.abspath)
    parser.add_argument("--check")
    parser.add_argument("--every", type=int, default=1, help="only every N-th call")
    arguments = parser.parse_args(sys.argv[1:cut])
    empty(arguments.out)
    made = recorded(command)
    expected = contents(arguments.out, arguments.check)
    folder = Folder(arguments.out, os.getcwd())
    changes, tried, failed = 0, 0, collections.Counter()
    for call in made:
        if not folder.apply(*call):
            continue
        changes += 1
        if changes % arguments.every:
            continue
        for synced in (False, True):
            folder.rebuild(synced)
            tried += 1
            try:
                again = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
                problem = again.stderr.strip()[-200:] if again.returncode else None
            except subprocess.TimeoutExpired:
                problem = f"not done in {PATIENCE} s"
            if problem is None and contents(arguments.out, arguments.check) != expected:
                problem = "another result"
            if problem is not None:
                failed[f"{'synced' if synced else 'all'}, {call[0]}: {problem}"] += 1
    print(f"{changes} changes, {tried} states, {failed.total()} failed")
    for problem, count in failed.most_common():
        print(f"{count} × {problem}")
    sys.exit(bool(failed))


main()
