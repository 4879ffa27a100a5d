#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The npm package, installed where nothing else is: both kinds of modules, in Node and in
Chromium, answer as the command does, and its types are checked.
Usage: test_npm.py SOURCE_ROOT COMMAND"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

root, command = map(os.path.abspath, sys.argv[1:3])
sys.path.insert(0, os.path.join(root, "tests"))
sys.path.insert(0, os.path.join(root, "tests", "page"))
sys.dont_write_bytecode = True
import browser as chromium  # noqa: E402
import files  # noqa: E402
from tap import done, ok, skip  # noqa: E402

HERE = os.path.join(root, "tests", "npm")
DEVICES = ["RTX 4090", "MI300X", "sm_75"]
NODE = next((path for path in (shutil.which("node"), shutil.which("nodejs")) if path), None)


def run(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, timeout=200, **more)


def told(device):
    given = "device,threads_per_group,registers_per_thread\n" + "".join(
        f"{device},256,{registers}\n" for registers in range(16, 256))
    lines = run(command, "eval", input=given).stdout.splitlines()
    at = [lines[0].split(",").index(name)
          for name in ("registers_per_thread", "groups", "waves")]
    return [[int(line.split(",")[i]) for i in at] for line in lines[1:]]


def install(made):
    """Into an empty folder, just the files that the package has for others."""
    with open(os.path.join(made, "package.json"), encoding="utf-8") as file:
        package = json.load(file)
    names = {*package["files"], "package.json", "README.md", "LICENSE"}
    ok(names == set(os.listdir(made)), "make.py writes the files of the package", names)
    inside = os.path.join(place, "node_modules", "gpuocc")
    os.makedirs(inside)
    for name in names:
        shutil.copy(os.path.join(made, name), inside)
    if shutil.which("npm"):
        packed = run("npm", "pack", "--offline", "--json", made, cwd=place)
        found = json.loads(packed.stdout or "[{}]")[0]
        ok({one["path"] for one in found.get("files", [])} == names and found["size"] < 800000,
           f"npm packs them in {found.get('size')} bytes", packed.stderr[-500:])


def check_publint(made):
    """publint, where Node's packages of .ci/run are: what publishers often get wrong."""
    found = next((path for path in (os.path.join(folder, "publint", "src", "cli.js") for folder in
                                    os.environ.get("NODE_PATH", "").split(os.pathsep) if folder)
                  if os.path.exists(path)), None)
    if found is None:
        skip("publint", "no publint (npm)")
        return
    answer = run(NODE, found, "run", made, "--strict", "--pack", "false")
    ok(answer.returncode == 0 and "All good" in answer.stdout, "publint finds nothing",
       answer.stdout, answer.stderr)
    path = os.path.join(made, "package.json")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace("./index.d.cts", "./missing.d.cts"))
    answer = run(NODE, found, "run", made, "--strict", "--pack", "false")
    ok(answer.returncode != 0 and "missing.d.cts" in answer.stdout + answer.stderr,
       "but a file that is missing", answer.stdout, answer.stderr)


def write(name, text):
    path = os.path.join(place, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def check_program(kind, path):
    answer = run(NODE, path, json.dumps(DEVICES), cwd=place)
    if ok(answer.returncode == 0, f"{kind}: a program runs", answer.stderr[-2000:]):
        check_answers(kind, json.loads(answer.stdout))


def check_browser(program):
    """The module, just its one file, imported by a page of Chromium."""
    if chromium.find() is None:
        skip("a browser", "no chromium")
        return
    with open(os.path.join(place, "node_modules", "gpuocc", "index.js"), encoding="utf-8") as file:
        module = file.read()
    browser = chromium.Browser()
    try:
        text = browser.evaluate(
            "(async () => { const { load } = await import(URL.createObjectURL(new Blob(["
            f"{json.dumps(module)}], {{ type: 'text/javascript' }})));\n{program}\n"
            f"return JSON.stringify(answers(await load(), {json.dumps(DEVICES)})); }})()")
        ok(not browser.errors and not [a for a in browser.requests if a.startswith("http")],
           "a browser: no error, and nothing is asked for", browser.errors, browser.requests)
    finally:
        browser.close()
    check_answers("a browser", json.loads(text))


def check_answers(kind, found):
    ok(found["rows"] == [told(device) for device in DEVICES] and
       [len(rows) for rows in found["rows"]] == [240] * 3,
       f"{kind}: 240 rows of 3 devices, the same as the command's")
    theirs = json.loads(run(command, "occupancy", "RTX 4090", "-t", "256", "-r", "72", "-s", "24K",
                            "--json").stdout)
    ours = found["answer"]
    named = {re.sub(r"[A-Z]", lambda m: "_" + m[0].lower(), name): value
             for name, value in ours.items()}
    same = [name for name in named if name in theirs and name not in ("limits",)]
    ok(len(same) > 14 and all(named[name] == theirs[name] for name in same) and
       {one["name"]: one["groups"] for one in theirs["limits"]} ==
       {name: groups for name, groups in ours["limits"].items() if groups is not None},
       f"{kind}: {len(same)} results and the limits of one kernel", ours)
    ok(found["open"] == [{"low": 1, "high": 8}, {"low": 4, "high": 32}] and found["mode"] == 32,
       f"{kind}: ranges of what is unknown, and a choice by name", found["open"], found["mode"])
    theirs = json.loads(run(command, "occupancy", "Arc B580", "-t", "64", "--wave-size", "16",
                            "--grf", "256", "--json").stdout)
    ok(found["short"] == theirs["waves"], f"{kind}: the command's short names", found["short"])
    # tests/kernels/why.c derives it by hand.
    ok(list(found["why"]) == ["waves", "groups", "registers", "shared"] and
       found["why"]["registers"]["steps"] == [
           "97 registers x 32 threads = 3104 registers of a warp, allocated in multiples of 256: "
           "3328.",
           "Each of the 4 sub-partitions has 16384: 16384 / 3328 = 4 warps, so 16 on the SM.",
           "A block has 7 warps (224 threads / 32): 16 / 7 = 2 blocks."],
       f"{kind}: the steps of the limits", found["why"])
    # tests/kernels/vendor_sentences.c has them by hand.
    ours, chinese, neutral = found["sentences"]
    ok(ours[0] == "3 blocks, 24 of 48 warps (50 %), limited by registers" and
       ours[1].startswith("Use 64 registers per thread instead of 72: 4 blocks instead of 3") and
       chinese[0] == "可驻留 3 个线程块，24 个线程束（上限 48，占用率 50 %），受限于寄存器" and
       chinese[1].startswith("改用每个线程 64 个寄存器（现为 72）：可驻留 4 个线程块（现为 3）") and
       neutral[0].startswith("3 groups, 24 of 48 waves") and
       neutral[1].startswith("cut 8 registers_per_thread (72 -> 64)") and
       len(ours) == len(chinese) == len(neutral), f"{kind}: sentences", found["sentences"])
    ok(found["noLanguage"] == 'language is "fr", valid values are en, zh',
       f"{kind}: a language that does not exist", found["noLanguage"])
    # tests/kernels/settings.c says why: 32 registers admit 8 groups, which are all 64 warps.
    ok(found["settings"] == ["__launch_bounds__(256, 8) (adds to the spills)",
                             "__maxnreg__(32) (may spill)", "",
                             "__launch_bounds__(384, 2) (may spill)", ""],
       f"{kind}: settings of a compiler", found["settings"])
    ok(found["best"] == [{"threads": 896, "groups": 1}, {"threads": 448, "groups": 2}] and
       found["most"] == [64, None] and found["safe"] == [58, 40],
       f"{kind}: best, most and safeGrid", found["best"], found["most"], found["safe"])
    ok(found["refused"] == [[3, 2 ** 32 - 1], [3, 2 ** 32 - 1], [4, 2 ** 32 - 1], [0, -15]] and
       found["limits"] == ["registers"], f"{kind}: refused rows", found["refused"])
    ok(found["count"] > 300 and found["device"]["architecture"] == "sm_100" and
       found["device"]["coreCount"] == 148 and sum(found["device"]["coresPerGpc"]) == 148,
       f"{kind}: devices", found["device"])
    # Data sheets: an H100 has 132 SMs, or 114 as PCIe; an MI300X has 304 CUs, an MI300A 228.
    several = " is the name of several devices that differ in "
    answers, messages = found["several"][:5], found["several"][5:]
    ok(answers == [4, 108, 132, ["Instinct MI300A", "Instinct MI300X"], []] and
       messages[0] == '"M4"' + several + "vendor: sm_52, Apple M4" and
       "gfx902, gfx90c, gfx1030" in messages[1] and
       messages[2] == '"MI300"' + several + "core_count: Instinct MI300A, Instinct MI300X" and
       messages[3] == '"H100"' + several + "core_count: H100 SXM5 80 GB, H100 PCIe 80 GB, "
       "H100 NVL 94 GB, sm_90" and messages[4] == "core_count",
       f"{kind}: names of several devices", found["several"])
    texts = [error.get("message", "none") for error in found["errors"]]
    wanted = ["registers_per_thread is 300, sm_89 allows 255",
              'there is no device "no such device"', "threads is -1, it needs a whole number up to",
              "threads is 1.5, it needs a whole number up to",
              'there is no "thread" in kernel fields',
              'coreMode is "x"', "registers has 1 rows, threads has 2",
              "maximum needs one of groups, waves, wavesPerPartition", ""]
    ok(len(texts) == len(wanted) and all(text.startswith(part) for text, part in
                                         zip(texts, wanted)) and
       all(error["name"] == "GpuoccError" and error["status"] < 0 for error in found["errors"]) and
       (found["errors"][0]["field"], found["errors"][0]["value"], found["errors"][0]["limit"]) ==
       ("registers_per_thread", 300, 255) and found["errors"][-1]["status"] == -23,
       f"{kind}: errors", *texts)


def check_types():
    tsc = shutil.which("tsc")
    if tsc is None:
        skip("types", "no tsc")
        return
    shutil.copy(os.path.join(HERE, "types.ts"), os.path.join(place, "types.mts"))
    shutil.copy(os.path.join(HERE, "types.ts"), os.path.join(place, "types.cts"))
    answer = run(tsc, "--strict", "--noEmit", "--target", "es2020", "--lib", "es2020,dom",
                 "--module", "node16", "--moduleResolution", "node16", "types.mts", "types.cts",
                 cwd=place)
    ok(answer.returncode == 0, "types of both kinds of modules, strict", answer.stdout)


if NODE is None or not shutil.which("clang") or not shutil.which("wasm-ld"):
    skip("the npm package", "no node, clang or wasm-ld")
    done()
with tempfile.TemporaryDirectory() as place:
    package = os.path.join(place, "package")
    made = run(sys.executable, os.path.join(root, "bindings", "npm", "make.py"), package)
    ok(made.returncode == 0, "make.py writes the package", made.stderr)
    install(package)
    check_publint(package)
    shutil.rmtree(package)
    with open(os.path.join(HERE, "program.js"), encoding="utf-8") as file:
        program = file.read()
    show = "console.log(JSON.stringify(answers(await load(), JSON.parse(process.argv[2]))));\n"
    check_program("import", write("program.mjs",
                                  'import { load } from "gpuocc";\n' + program + show))
    check_program("require", write(
        "program.cjs", 'const { load, loadSync } = require("gpuocc");\n' + program +
        show.replace("await load()", "loadSync()")))
    check_browser(program)
    elsewhere = write("other.mjs", 'import { load } from "gpuocc";\nimport fs from "fs";\n'
                      'const found = import.meta.url.replace(/other.mjs$/, "node_modules/gpuocc/'
                      'gpuocc.wasm");\nconst one = await load(fs.readFileSync(new URL(found)));\n'
                      'const two = await load(Promise.resolve(new Response(fs.readFileSync('
                      'new URL(found)))));\nconsole.log(one.version === two.version, '
                      'one.occupancy("L4", { threads: 64 }).groups);\n')
    answer = run(NODE, elsewhere, cwd=place)
    ok(answer.stdout == "true 24\n", "a module from elsewhere: bytes, or a response", answer.stderr)
    for page in (os.path.join("docs", "languages.md"),
                 os.path.join("bindings", "npm", "README.md")):
        with open(os.path.join(root, page), encoding="utf-8") as file:
            blocks = re.findall(r"```js\n(import \{.*?)```", file.read(), re.S)
        answer = run(NODE, write("page.mjs", "".join(blocks)), cwd=place)
        ok(len(blocks) == 1 and answer.stdout == "3 groups, 24 of 48 waves\n",
           f"{page}: its lines run", answer.stderr)
    check_types()
    files.check(root, command, place, NODE, chromium)
done()
