#!/usr/bin/env python3
"""Assembles the extension for Chromium and for Firefox from `target/npm`, as folders and as archives in `target/extension`.

`build.py [PACKAGE [OUT]]`. The same files give the same archives, byte by byte.
"""

import json
import shutil
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
MODULE = ("debulha.js", "debulha_bg.wasm")


def manifest(browser: str) -> dict:
    common = json.loads((HERE / "src/manifest.json").read_text())
    if browser == "firefox":
        del common["minimum_chrome_version"]
        common["background"] = {"scripts": ["background.js"]}
        common["browser_specific_settings"] = {
            "gecko": {
                "id": "reader@debulha.example",
                # The first with `CSS.highlights`.
                "strict_min_version": "140.0",
                "data_collection_permissions": {"required": ["none"]},
            }
        }
    return common


def archive(folder: Path, path: Path) -> None:
    """Archives a folder in the order of its names, all files with one date."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for file in sorted(entry for entry in folder.rglob("*") if entry.is_file()):
            info = zipfile.ZipInfo(file.relative_to(folder).as_posix(), (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            out.writestr(info, file.read_bytes(), compresslevel=9)


def main() -> None:
    package = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "target/npm"
    out = Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "target/extension"
    for browser in ("chromium", "firefox"):
        folder = out / browser
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(HERE / "src", folder)
        (folder / "manifest.json").write_text(json.dumps(manifest(browser), indent=2) + "\n")
        (folder / "debulha").mkdir()
        for name in MODULE:
            shutil.copy(package / name, folder / "debulha" / name)
        for name in ("LICENSE-MIT", "LICENSE-APACHE"):
            shutil.copy(ROOT / name, folder / name)
        path = out / f"debulha-{browser}.zip"
        archive(folder, path)
        print(f"{path.relative_to(ROOT) if path.is_relative_to(ROOT) else path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
