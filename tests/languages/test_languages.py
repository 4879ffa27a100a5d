#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The declarations of bindings/generate.py: every language has every function and struct of the
headers, and the example of each, away from the tree, gives 240 rows of three devices as the command
does. Usage: test_languages.py SOURCE_ROOT LIBRARY COMMAND"""
import glob
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile

root, library, command = map(os.path.abspath, sys.argv[1:4])
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(root, "tests"), os.path.join(root, "scripts")]
import api as headers  # noqa: E402
from tap import done, ok, skip  # noqa: E402

DEVICES = ("RTX 4090", "MI300X", "sm_75")
JNA = "/usr/share/java/jna.jar"
# How each declares a function and a struct, by its name in C; go_name is that of Go.
FUNCTION = {"csharp": r"static extern [\w*]+ {}\(", "go": r"C\.{}\(", "java": r"^    \w+ {}\(",
            "luajit": r"^[\w *]+\b{}\(", "nim": r"^proc {}\*\("}
STRUCT = {"csharp": r"struct {}$", "go": r"^type {} struct", "java": r"class {} extends Structure",
          "luajit": r"^}} {};$", "nim": r"^  {}\* "}
folder = os.path.dirname(library)
folders = folder + os.pathsep + os.path.join(folder, "models")


def run(place, *words, **more):
    kept = {**os.environ, "LD_LIBRARY_PATH": folders, "LIBRARY_PATH": folders, "HOME": place,
            "GOPATH": os.path.join(place, "go-path"), "GOCACHE": os.path.join(place, "go-cache"),
            "GPUOCC_LIBRARY": library, "PKG_CONFIG_PATH": os.path.join(folder, "meson-uninstalled"),
            "GO111MODULE": "on", "GOFLAGS": "-mod=mod", "GOPROXY": "off", **more}
    return subprocess.run(words, cwd=place, capture_output=True, text=True, env=kept, timeout=200)


def generator(path):
    spec = importlib.util.spec_from_file_location("generator", os.path.join(root, "bindings", path))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def check_whole(api, made, languages):
    """A new function is in every binding, or the test says which lacks it."""
    functions = [f["name"] for f in api["functions"]]
    structs = [s["name"] for s in api["structs"]]
    for language in sorted(languages.LANGUAGES):
        text = "".join(open(path, encoding="utf-8").read()
                       for path in glob.glob(os.path.join(made, language, "[gG]puocc.*")))
        named = languages.go_name if language == "go" else str
        lost = [name for name in functions
                if not re.search(FUNCTION[language].format(name), text, re.M)]
        lost += [name for name in structs
                 if not re.search(STRUCT[language].format(named(name)), text, re.M)]
        lost += [name for name, _, _ in languages.constants(api) if not re.search(rf"\b{name}\b",
                                                                                  text)]
        ok(not lost, f"{language} has {len(functions)} functions and {len(structs)} structs", *lost)
    python, rust = generator("python/generate.py"), generator("rust/make.py")
    text = python.modules(api)["_api.py"]
    ok(all(f"    '{f['name']}':\n" in text for f in api["functions"] if f["library"] == "gpuocc"),
       "python has those of libgpuocc", "")
    text = rust.declarations(api)
    ok(all(f"pub fn {name}(" in text for name in functions), "rust has them", "")


def told(device):
    given = "device,threads_per_group,registers_per_thread\n" + "".join(
        f"{device},256,{registers}\n" for registers in range(16, 256))
    lines = subprocess.run([command, "eval"], input=given, capture_output=True,
                           text=True).stdout.splitlines()
    at = [lines[0].split(",").index(name) for name in ("registers_per_thread", "groups", "waves")]
    return "".join(",".join(line.split(",")[i] for i in at) + "\n" for line in lines[1:])


def go_tool():
    return next((path for path in map(shutil.which, ("go", "go-12", "go-13", "go-14")) if path),
                None)


# What each needs, how it is built in its folder, and how its program is run there.
CSC = ("mcs", "-unsafe", "-out:example.exe", "Example.cs", "Gpuocc.cs")
TESTED = {
    "csharp": (("mcs", "mono"), CSC, ("mono", "example.exe")),
    "go": ((go_tool(), "gcc"), (go_tool(), "build", "-o", "program", "./example"), ("./program",)),
    "java": (("javac", JNA), ("javac", "-cp", JNA, "Gpuocc.java", "Example.java"),
             ("java", "-Xshare:auto", "-cp", JNA + ":.", "Example")),
    "luajit": (("luajit",), None, ("luajit", "example.lua")),
    "nim": (("nim",), ("nim", "c", "--hints:off", "--opt:none", f"-d:library={library}",
                       "-o:program", "example.nim"), ("./program",)),
}


def check_example(place, language, expected):
    needs, build, program = TESTED[language]
    lost = [tool or "go" for tool in needs if tool is None or
            not (shutil.which(tool) or os.path.exists(tool))]
    if lost:
        skip(f"the example in {language}", f"no {lost[0]}")
        return
    if build:
        made = run(place, *build)
        if not ok(made.returncode == 0, f"{language}: the declarations and the example are built",
                  made.stdout[-3000:], made.stderr[-3000:]):
            return
    for device in DEVICES:
        answer = run(place, *program, device)
        ok(answer.returncode == 0 and answer.stdout.replace("\r", "") == expected[device],
           f"{language}: 240 rows of {device}, the same as the command's", answer.stdout[:200],
           answer.stderr[-2000:])


with tempfile.TemporaryDirectory() as made:
    languages = generator("generate.py")
    answer = run(made, sys.executable, os.path.join(root, "bindings", "generate.py"), made)
    ok(answer.returncode == 0, "generate.py writes the declarations", answer.stderr)
    check_whole(headers.read(root), made, languages)
    expected = {device: told(device) for device in DEVICES}
    ok([text.count("\n") for text in expected.values()] == [240] * 3, "the command has the rows")
    for language in sorted(TESTED):
        check_example(os.path.join(made, language), language, expected)
done()
