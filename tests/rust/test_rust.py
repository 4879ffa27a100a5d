#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The Rust crates: their own tests, and a program that uses them from their packages alone, on a
copy of them and with the library of the system. Usage: test_rust.py SOURCE_ROOT LIBRARY COMMAND"""
import glob
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

root = os.path.abspath(sys.argv[1])
library, command = map(os.path.abspath, sys.argv[2:4])
sys.path[:0] = [os.path.join(root, "tests"), os.path.join(root, "scripts")]
sys.dont_write_bytecode = True
import api as headers  # noqa: E402
from tap import done, ok, skip  # noqa: E402

DEVICES = ("RTX 4090", "MI300X", "sm_75")


def run(folder, *words, **more):
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("CARGO", "GPUOCC"))}
    kept.update({"CARGO_HOME": os.path.join(place, "home"), "CFLAGS": "-O0",
                 "CARGO_TARGET_DIR": os.path.join(place, "target"), **more})
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, env=kept, timeout=280)


def cargo(folder, *words, **more):
    return run(folder, "cargo", *words, "--offline", **more)


def told(device):
    """The rows that the command has."""
    given = "device,threads_per_group,registers_per_thread\n" + "".join(
        f"{device},256,{registers}\n" for registers in range(16, 256))
    lines = subprocess.run([command, "eval"], input=given, capture_output=True,
                           text=True).stdout.splitlines()
    head = lines[0].split(",")
    at = [head.index(name) for name in ("registers_per_thread", "groups", "waves")]
    return "".join(",".join(line.split(",")[i] for i in at) + "\n" for line in lines[1:])


def check_declarations(crates):
    """Every function of the headers is declared, and every struct with its size."""
    with open(os.path.join(crates, "gpuocc-sys", "src", "lib.rs"), encoding="utf-8") as file:
        text = file.read()
    api = headers.read(root, with_settings=True)
    ok(set(re.findall(r"pub fn (\w+)\(", text)) == {f["name"] for f in api["functions"]} and
       set(re.findall(r"pub struct (\w+)", text)) ==
       {s["name"] for s in api["structs"]} | {h["name"] for h in api["handles"]} and
       text.count("size_of") == len(api["structs"]) > 30,
       f"gpuocc-sys declares the {len(api['functions'])} functions of the headers")


def examples(crates):
    """Returns the number of examples in the documentation, which cargo test runs: the one of the
    README is that of the crate."""
    count = 1
    for path in glob.glob(os.path.join(crates, "gpuocc", "src", "*.rs")):
        with open(path, encoding="utf-8") as file:
            count += len(re.findall(r"^ */// ```$", file.read(), re.M)) // 2
    return count


def packed(crates, name, vendor):
    """Makes a package, and unpacks it where cargo looks for those of the registry."""
    made = cargo(crates, "package", "--no-verify", "--allow-dirty", "-p", name)
    found = glob.glob(os.path.join(place, "target", "package", name + "-[0-9]*.crate"))
    if not ok(made.returncode == 0 and len(found) == 1, f"cargo package makes {name}",
              made.stderr):
        return False
    with tarfile.open(found[0]) as archive:
        files = {member.name.split("/", 1)[1] for member in archive.getmembers()}
        archive.extractall(vendor)
    with open(found[0], "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    folder, = glob.glob(os.path.join(vendor, name + "-[0-9]*"))
    with open(os.path.join(folder, ".cargo-checksum.json"), "w", encoding="utf-8") as file:
        json.dump({"files": {}, "package": digest}, file)
    wanted = {"Cargo.toml", "README.md", "LICENSE", "src/lib.rs"}
    wanted |= {"c/gpuocc.c", "c/gpuocc.h", "build.rs"} if name == "gpuocc-sys" else \
        {"src/names.rs", "src/texts.rs", "tests/answers.rs", "examples/rows.rs"}
    return ok(wanted <= files and os.path.getsize(found[0]) < 400000 and
              not any("make.py" in file for file in files),
              f"it has what it needs, in {os.path.getsize(found[0])} bytes", files)


def check_consumer(crates):
    """A program far from the tree, which has nothing but the two packages."""
    vendor, program = os.path.join(place, "vendor"), os.path.join(place, "program")
    os.makedirs(os.path.join(place, "home"), exist_ok=True)
    os.makedirs(os.path.join(program, "src"))
    with open(os.path.join(place, "home", "config.toml"), "w", encoding="utf-8") as file:
        file.write('[source.crates-io]\nreplace-with = "vendored"\n'
                   f'[source.vendored]\ndirectory = {json.dumps(vendor)}\n')
    if not packed(crates, "gpuocc-sys", vendor) or not packed(crates, "gpuocc", vendor):
        return
    shutil.copy(os.path.join(crates, "gpuocc", "examples", "rows.rs"),
                os.path.join(program, "src", "main.rs"))
    with open(os.path.join(program, "Cargo.toml"), "w", encoding="utf-8") as file:
        file.write('[package]\nname = "program"\nversion = "1.0.0"\nedition = "2021"\n[features]\n'
                   'system = ["gpuocc/system"]\n[dependencies]\ngpuocc = "0.1"\n')
    shutil.rmtree(crates)
    folders = os.pathsep.join([os.path.dirname(library),
                               *(os.path.join(os.path.dirname(library), name)
                                 for name in ("models", "kernels"))])
    for features, more in (((), {}), (("--features", "system"), {
            "GPUOCC_LIB_DIR": folders, "LD_LIBRARY_PATH": folders, "CC": "no-compiler"})):
        made = cargo(program, "build", *features, **more)
        what = "with the library of the system" if features else "with the library in the package"
        if not ok(made.returncode == 0, f"a program {what}", made.stderr):
            continue
        path = os.path.join(place, "target", "debug", "program")
        answers = [run(program, path, device, **more).stdout for device in DEVICES]
        ok(answers == [told(device) for device in DEVICES] and answers[0].count("\n") == 240,
           f"240 rows for each of {len(DEVICES)} devices, the same as the command's", *answers)
        ok(("libgpuocc.so" in run(program, "readelf", "-d", path).stdout) == bool(features),
           "which is " + ("shared" if features else "in it"))


if shutil.which("cargo") is None:
    skip("the Rust crates", "no cargo")
    done()
with tempfile.TemporaryDirectory() as place:
    crates = os.path.join(place, "crates")
    made = subprocess.run([sys.executable, os.path.join(root, "bindings", "rust", "make.py"),
                           crates], capture_output=True, text=True)
    ok(made.returncode == 0, "make.py writes the crates", made.stderr)
    check_declarations(crates)
    answer = cargo(crates, "test", "-p", "gpuocc")
    passed = [int(count) for count in re.findall(r"test result: ok. (\d+) passed", answer.stdout)]
    ok(answer.returncode == 0 and len(passed) == 3 and passed[1] == 10 and
       passed[2] == examples(crates) > 5 and "warning" not in answer.stderr,
       f"cargo test, {examples(crates)} examples among them", answer.stdout[-2000:],
       answer.stderr[-2000:])
    answer = cargo(crates, "check", "-p", "gpuocc", "--lib", "--no-default-features")
    ok(answer.returncode == 0 and "warning" not in answer.stderr, "without std", answer.stderr)
    answer = cargo(crates, "doc", "--no-deps", RUSTDOCFLAGS="-Dwarnings")
    ok(answer.returncode == 0 and "warning" not in answer.stderr,
       "cargo doc, warnings are errors", answer.stderr[-2000:])
    answer = run(crates, "cargo", "rustc", "--offline", "-p", "gpuocc", "--lib", "--",
                 "-Dmissing_docs")
    ok(answer.returncode == 0, "every item is documented", answer.stderr[-2000:])
    with open(os.path.join(root, "docs", "languages.md"), encoding="utf-8") as file:
        blocks = re.findall(r"```rust\n(use gpuocc.*?)```", file.read(), re.S)
    with open(os.path.join(crates, "gpuocc", "README.md"), encoding="utf-8") as file:
        readme = file.read()
    ok(len(blocks) == 1 and all(block in readme for block in blocks),
       "the example of docs/languages.md is the one that cargo test runs", blocks)
    check_consumer(crates)
done()
