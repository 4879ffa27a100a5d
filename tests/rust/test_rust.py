#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The Rust crates: their own tests, and programs that use them from their packages alone, on a copy
of them and with the libraries of the system. Usage: test_rust.py SOURCE_ROOT LIBRARY COMMAND"""
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
import files  # noqa: E402
from tap import done, ok, skip  # noqa: E402

DEVICES = ("RTX 4090", "MI300X", "sm_75")
# Functions of gpuocc/sentences.h, settings.h and why.h, which the single file has, and of gate.h.
ELSEWHERE = ("gpuocc_advice_text", "gpuocc_gate", "gpuocc_language", "gpuocc_note_text",
             "gpuocc_phrase", "gpuocc_sentence", "gpuocc_setting", "gpuocc_totals", "gpuocc_why",
             "gpuocc_word")
# Features that need a library of the system.
LIBRARIES = {"zlib": "zlib", "lz4": "liblz4", "zstd": "libzstd", "sqlite": "sqlite3"}


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


def features():
    """Returns the feature of the readers, and those for which there is the library."""
    found = [name for name, library in LIBRARIES.items() if shutil.which("pkg-config") and
             subprocess.run(["pkg-config", "--exists", library], check=False).returncode == 0]
    return ",".join(["kernels", "runs", *found])


def check_readers(crates):
    """The headers of the readers: every function is declared."""
    for library in ("kernels", "runs"):
        with open(os.path.join(crates, "gpuocc-sys", "src", library + ".rs"),
                  encoding="utf-8") as file:
            declared = set(re.findall(r"pub fn (\w+)\(", file.read()))
        with open(os.path.join(root, library, f"gpuocc-{library}.map"), encoding="utf-8") as file:
            exported = set(re.findall(r"^\s*(gpuocc_\w+);", file.read(), re.M))
        wanted = {name for name in exported if not name.startswith(ELSEWHERE)}
        ok(wanted == declared and len(wanted) > 20,
           f"gpuocc-sys declares the {len(wanted)} functions of libgpuocc-{library}",
           wanted ^ declared)


def examples(crates):
    """Returns the number of examples in the documentation, which cargo test runs: the one of the
    README is that of the crate."""
    count = 1
    for path in glob.glob(os.path.join(crates, "gpuocc", "src", "**", "*.rs"), recursive=True):
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
    wanted |= {"c/gpuocc.c", "c/gpuocc.h", "c/kernels/code/sass.c", "c/runs/kineto.c", "build.rs",
               "c/include/gpuocc/runs.h", "c/kernels/sass_table.inc"} if name == "gpuocc-sys" else \
        {"src/names.rs", "src/kernels/mod.rs", "tests/answers.rs", "examples/rows.rs"}
    return ok(wanted <= files and os.path.getsize(found[0]) < 750000 and
              not any("make.py" in file for file in files),
              f"it has what it needs, in {os.path.getsize(found[0])} bytes", files)


def check_consumer(crates):
    """A program far from the tree, which has nothing but the two packages."""
    vendor, program = os.path.join(place, "vendor"), os.path.join(place, "program")
    os.makedirs(os.path.join(place, "home"), exist_ok=True)
    os.makedirs(os.path.join(program, "src", "bin"))
    with open(os.path.join(place, "home", "config.toml"), "w", encoding="utf-8") as file:
        file.write('[source.crates-io]\nreplace-with = "vendored"\n'
                   f'[source.vendored]\ndirectory = {json.dumps(vendor)}\n')
    if not packed(crates, "gpuocc-sys", vendor) or not packed(crates, "gpuocc", vendor):
        return
    for name in ("rows", "files"):
        shutil.copy(os.path.join(crates, "gpuocc", "examples", name + ".rs"),
                    os.path.join(program, "src", "bin", name + ".rs"))
    with open(os.path.join(program, "Cargo.toml"), "w", encoding="utf-8") as file:
        chosen = json.dumps(features().split(","))
        file.write('[package]\nname = "program"\nversion = "1.0.0"\nedition = "2021"\n[features]\n'
                   'default = ["runs"]\nruns = []\nsystem = ["gpuocc/system"]\n[dependencies]\n'
                   f'gpuocc = {{version = "0.1", features = {chosen}}}\n')
    shutil.rmtree(crates)
    folders = os.pathsep.join([os.path.dirname(library),
                               *(os.path.join(os.path.dirname(library), name)
                                 for name in ("models", "kernels", "runs"))])
    for words, more in (((), {}), (("--features", "system"), {
            "GPUOCC_LIB_DIR": folders, "LD_LIBRARY_PATH": folders, "CC": "no-compiler"})):
        made = cargo(program, "build", *words, **more)
        what = "with the library of the system" if words else "with the library in the package"
        if not ok(made.returncode == 0, f"a program {what}", made.stderr):
            continue
        path = os.path.join(place, "target", "debug", "rows")
        answers = [run(program, path, device, **more).stdout for device in DEVICES]
        ok(answers == [told(device) for device in DEVICES] and answers[0].count("\n") == 240,
           f"240 rows for each of {len(DEVICES)} devices, the same as the command's", *answers)
        ok(("libgpuocc.so" in run(program, "readelf", "-d", path).stdout) == bool(words),
           "which is " + ("shared" if words else "in it"))
        path = os.path.join(place, "target", "debug", "files")
        if not words:
            files.check(path, command, root, place, headers.read(root, with_settings=True))
        else:
            log = os.path.join(root, "tests", "data", "kernels", "nvidia", "small.ptxas.txt")
            ok(run(program, path, "kernels", log, "", "256", "0", **more).stdout.count("tiny") == 3,
               "and reads a log")


if shutil.which("cargo") is None:
    skip("the Rust crates", "no cargo")
    done()
with tempfile.TemporaryDirectory() as place:
    crates = os.path.join(place, "crates")
    made = subprocess.run([sys.executable, os.path.join(root, "bindings", "rust", "make.py"),
                           crates], capture_output=True, text=True)
    ok(made.returncode == 0, "make.py writes the crates", made.stderr)
    check_declarations(crates)
    check_readers(crates)
    answer = cargo(crates, "test", "-p", "gpuocc", "--features", features())
    passed = [int(count) for count in re.findall(r"test result: ok. (\d+) passed", answer.stdout)]
    ok(answer.returncode == 0 and len(passed) == 3 and passed[1] == 10 and
       passed[2] == examples(crates) > 5 and "warning" not in answer.stderr,
       f"cargo test, {examples(crates)} examples among them", answer.stdout[-2000:],
       answer.stderr[-2000:])
    answer = cargo(crates, "check", "-p", "gpuocc", "--lib", "--no-default-features")
    ok(answer.returncode == 0 and "warning" not in answer.stderr, "without std", answer.stderr)
    answer = cargo(crates, "doc", "--no-deps", "--features", features(), RUSTDOCFLAGS="-Dwarnings")
    ok(answer.returncode == 0 and "warning" not in answer.stderr,
       "cargo doc, warnings are errors", answer.stderr[-2000:])
    answer = run(crates, "cargo", "rustc", "--offline", "-p", "gpuocc", "--lib", "--features",
                 features(), "--", "-Dmissing_docs")
    ok(answer.returncode == 0, "every item is documented", answer.stderr[-2000:])
    with open(os.path.join(root, "docs", "languages.md"), encoding="utf-8") as file:
        blocks = re.findall(r"```rust\n(use gpuocc.*?)```", file.read(), re.S)
    with open(os.path.join(crates, "gpuocc", "README.md"), encoding="utf-8") as file:
        readme = file.read()
    ok(len(blocks) == 1 and all(block in readme for block in blocks),
       "the example of docs/languages.md is the one that cargo test runs", blocks)
    check_consumer(crates)
done()
