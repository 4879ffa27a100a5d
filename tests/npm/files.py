# SPDX-License-Identifier: MIT
"""Part of test_npm.py: gpuocc/files answers as the command does about the files of tests/data, from
paths, bytes, blobs and streams, in memory that does not grow with a profile."""
import gzip
import json
import os
import shutil
import sqlite3
import subprocess

from tap import ok, skip

FIELDS = {"threads": 128, "gridGroups": 1000, "trips": 10}
WORDS = ["--threads=128", "--grid-groups=1000", "--trips=10"]


def fixtures(root, folder):
    """The files of a folder of tests/data, as paths from the root."""
    found = [os.path.relpath(os.path.join(at, name), root) for at, _, names in os.walk(
        os.path.join(root, "tests", "data", folder)) for name in names]
    return sorted(path for path in found if not path.endswith((".expected", ".md", ".py")))


class Files:
    """What the package in `place` says, and the command."""

    def __init__(self, root, command, place, node):
        self.root, self.command, self.place, self.node = root, command, place, node
        with open(os.path.join(root, "tests", "npm", "files.js"), encoding="utf-8") as file:
            self.program = file.read()

    def ask(self, *words):
        """Returns the object that the command prints, or None."""
        answer = subprocess.run([self.command, *words], capture_output=True, cwd=self.root,
                                check=False, timeout=100)
        try:
            return json.loads(answer.stdout)
        except ValueError:
            return None

    def run(self, text, kind="mjs"):
        path = os.path.join(self.place, "files-program." + kind)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return subprocess.run([self.node, path], capture_output=True, text=True, cwd=self.root,
                              check=False, timeout=250)

    def told(self, calls, content="(path) => path", kind="mjs"):
        """Returns what the package says; `content` makes the argument of a path."""
        start = ('import * as functions from "gpuocc/files"; import fs from "node:fs";\n'
                 if kind == "mjs" else
                 'const functions = require("gpuocc/files"), fs = require("node:fs");\n')
        answer = self.run(start + self.program + f"told({json.dumps(calls)}, functions, {content})"
                          ".then((found) => console.log(JSON.stringify(found)));\n", kind)
        try:
            return json.loads(answer.stdout)
        except ValueError:
            return answer.stderr[-2000:]

    def cases(self):
        """[call, the same for the command] of each file that has something."""
        every = [(["profile", path, {}], ["profile", "--json", "--", path])
                 for path in fixtures(self.root, "runs")]
        code = fixtures(self.root, "machine_code")
        every += [(["kernels", path, {"threads": 128}],
                   ["kernels", "--json", "--threads=128", "--", path])
                  for path in fixtures(self.root, "kernels") + code]
        every += [(["explain", path, FIELDS], ["explain", "--json", *WORDS, "--", path])
                  for path in fixtures(self.root, "kernels/nvidia") + code
                  if path.endswith((".cubin", ".fatbin"))]
        every += [(["profile", path, {"device": "H200 SXM 141 GB", "barriers": "unknown"}],
                   ["profile", "--json", "--device=H200 SXM 141 GB", "--barriers=unknown", path])
                  for path in fixtures(self.root, "runs")[:12]]
        cut = ["explain", code[0].replace(os.path.basename(code[0]), "six_sm_80.cubin"),
               {**FIELDS, "part": "gather", "device": "RTX 3090", "annotate": True}]
        every.append((cut, ["explain", "--json", *WORDS, "--device=RTX 3090", "--annotate", cut[1],
                            "gather"]))
        two = [f"tests/data/runs/ncu_{name}.csv" for name in ("raw", "details")]
        every.append((["profile", two[0], {"baseline": two[1]}],
                      ["profile", "--json", f"--baseline={two[1]}", two[0]]))
        every.append((["profile", two, {"minShare": 1}],
                      ["profile", "--json", "--min-share=1", *two]))
        return every


def first_difference(ours, theirs, path=""):
    if isinstance(ours, dict) and isinstance(theirs, dict):
        pairs = [(f"{path}.{name}", ours.get(name, "none"), theirs.get(name, "none"))
                 for name in {**ours, **theirs}]
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        pairs = [(f"{path}[{i}]", *pair) for i, pair in enumerate(zip(ours, theirs))]
    else:
        return None if ours == theirs else f"{path}: {ours} and {theirs}"
    return next(filter(None, (first_difference(a, b, where) for where, a, b in pairs)), None)


def check_same(files):
    """Each file that has a kernel or a launch is answered as by the command; others are refused."""
    every = files.cases()
    found = files.told([call for call, _ in every])
    if not ok(isinstance(found, list), "gpuocc/files: a program runs", found):
        return []
    counts, wrong, refused = {}, [], 0
    for (call, words), ours in zip(every, found):
        theirs = files.ask(*words)
        if "error" in ours:
            empty = theirs is None or not theirs.get("rows", theirs.get("kernels"))
            refused += empty and ours["name"] == "GpuoccError"
            wrong += [] if empty else [f"{call}: {ours['error']}"]
            continue
        if call[0] != "profile":
            ours = {name: value for name, value in ours.items() if name != "warnings"}
        difference = first_difference(ours, theirs)
        wrong += [f"{call}: {difference}"] if difference else []
        counts[call[0]] = counts.get(call[0], 0) + 1
    ok(not wrong and counts.get("profile", 0) > 30 and counts.get("kernels", 0) > 80 and
       counts.get("explain", 0) > 30 and refused > 20,
       f"gpuocc/files: {sum(counts.values())} answers are those of the command", counts, refused,
       *wrong[:8])
    return [(call[0], ours) for (call, _), ours in zip(every, found) if "error" not in ours]


def check_rank(files):
    paths = [f"tests/data/machine_code/{name}.cubin"
             for name in ("six_sm_80", "lines_sm_80", "five_sm_80")]
    builds = [{"name": paths[0], "kernel": "gather", "trips": {"0x70": 15}}, {"name": paths[1]},
              {"name": paths[2], "kernel": "stencil", "threads": 256}]
    ours = files.told([["rank", builds, {"device": "RTX 3090", "threads": 128, "gridGroups": 4096,
                                         "trips": 10}]],
                      "(builds) => builds.map((one) => ({ ...one, content: one.name }))")
    table = os.path.join(files.place, "builds.csv")
    with open(table, "w", encoding="utf-8") as file:
        file.write("file,kernel,trips,threads\n")
        for path, rest in zip(paths, ("gather,0x70=15,", ",,", "stencil,,256")):
            file.write(f"{os.path.join(files.root, path)},{rest}\n")
    theirs = files.ask("rank", "--json", table, "-d", "RTX 3090", "-t", "128", "-g", "4096",
                       "--trips", "10")
    for row in theirs["builds"]:
        row["file"] = os.path.relpath(row["file"], files.root)
        row["message"] = row["message"].replace(files.root + os.sep, "")
    ok(isinstance(ours, list) and first_difference(ours[0].get("builds"), theirs["builds"]) is None
       and theirs["builds"][0]["predicted_us"] is not None,
       "gpuocc/files: rank orders three builds as the command does", ours, theirs["builds"])


def check_sources(files):
    """The same profile from a path, bytes, a blob, a response and streams, plain and as gzip."""
    path = os.path.join("tests", "data", "runs", "rocprofv3.json")
    packed = os.path.join(files.place, "packed.json.gz")
    with open(os.path.join(files.root, path), "rb") as file:
        plain = file.read()
    with open(packed, "wb") as file:
        file.write(gzip.compress(plain))
    theirs = files.ask("profile", "--json", "--", path)
    ways = {"bytes": "fs.readFileSync(path)",
            "an ArrayBuffer": "Uint8Array.from(fs.readFileSync(path)).buffer",
            "a blob": "new Blob([fs.readFileSync(path)])",
            "a response": "new Response(fs.readFileSync(path))",
            "a stream": "new Blob([fs.readFileSync(path)]).stream()",
            "a stream of bytes": "(async function* () { for (const byte of fs.readFileSync(path)) "
            "yield new Uint8Array([byte]); })()",
            "a URL": "new URL('file://' + fs.realpathSync(path))"}
    for kind in ("mjs", "cjs"):
        wrong = []
        for way, text in ways.items():
            found = files.told([["profile", one, {}] for one in (path, packed)],
                               f"(path) => ({text})", kind)
            same = isinstance(found, list) and all(
                first_difference(one.get("rows"), theirs["rows"]) is None for one in found)
            wrong += [] if same else [way, found]
        ok(not wrong, f"gpuocc/files, {kind}: {', '.join(ways)}, plain and gzip", *wrong)


def check_refusals(files):
    database = os.path.join(files.place, "run.sqlite")
    with sqlite3.connect(database) as opened:
        opened.execute("create table x (y)")
    opened.close()
    text = os.path.join(files.place, "text.txt")
    with open(text, "w", encoding="utf-8") as file:
        file.write("nothing\n")
    cubin, run = "tests/data/kernels/nvidia/k_sm_75.cubin", "tests/data/runs/ncu_raw.csv"
    cases = [(["profile", database, {}], "run.sqlite is an SQLite database, which is not read "
              "here; the command gpuocc profile reads it"),
             (["profile", text, {}], "text.txt is no profile that is known"),
             (["kernels", text, {}], "contains no compiled kernels and no known compiler log"),
             (["explain", text, {}], "text.txt"),
             (["kernels", cubin, {"device": "RTX 4091"}], '"RTX 4091"'),
             (["profile", run, {"device": "RTX 4091"}], "GeForce RTX 4090"),
             (["explain", cubin, {"device": "RTX 4091"}], "GeForce RTX 4090"),
             (["explain", cubin, {"threads": -1}], "threads"),
             (["kernels", cubin, {"thread": 1}], "thread"),
             (["profile", "no such file", {}], "no such file"),
             (["profile", 5, {}], "a path, bytes")]
    found = files.told([call for call, _ in cases])
    wrong = [(call, one) for (call, part), one in zip(cases, found)
             if part not in one.get("error", "") or one.get("name") not in ("GpuoccError", "Error")]
    ok(not wrong, "gpuocc/files: errors name the file, the device and the nearest names", *wrong)


def check_memory(files):
    """A trace of 180 MB as a stream: the memory of the process stays below that of the trace."""
    answer = files.run('''import { profile } from "gpuocc/files";
const event = (i) => `{"ph":"X","cat":"kernel","name":"k${i % 50}","ts":${i},"dur":5,"args":{` +
    `"device":0,"stream":7,"correlation":${i},"registers per thread":${32 + i % 3 * 16},` +
    `"shared memory":0,"grid":[${i % 7 + 1},1,1],"block":[256,1,1]}},\\n`;
async function* pieces() {
    const bytes = (text) => new TextEncoder().encode(text);
    yield bytes('{"deviceProperties":[{"id":0,"name":"NVIDIA H100 80GB HBM3","totalGlobalMem":1,' +
        '"computeMajor":9,"computeMinor":0,"maxThreadsPerBlock":1024,' +
        '"maxThreadsPerMultiprocessor":2048,"regsPerBlock":65536,"warpSize":32,' +
        '"sharedMemPerBlock":49152,"numSms":132,"regsPerMultiprocessor":65536,' +
        '"sharedMemPerBlockOptin":232448,"sharedMemPerMultiprocessor":233472}],"traceEvents":[\\n');
    for (let i = 0; i < 1e6;) {
        let text = "";
        for (const end = i + 5000; i < end; i++) text += event(i);
        yield bytes(text);
    }
    yield bytes('{"ph":"X","cat":"cpu_op","name":"x","ts":1,"dur":1}]}');
}
await profile((async function* () { for await (const piece of pieces()) { yield piece; return; } })(
    )).catch(() => {});
const before = process.memoryUsage().rss;
let most = 0, bytes = 0;
const found = await profile((async function* () {
    for await (const piece of pieces()) {
        bytes += piece.length;
        most = Math.max(most, process.memoryUsage().rss);
        yield piece;
    }
})());
console.log(JSON.stringify([found.sums.launches, found.sums.shapes, bytes, most - before]));
''')
    try:
        launches, shapes, length, more = json.loads(answer.stdout)
    except ValueError:
        launches = shapes = length = more = 0
    ok((launches, shapes) == (1000000, 1050) and length > 180e6 and 0 < more < 100e6,
       f"gpuocc/files: a trace of {length / 1e6:.0f} MB takes less than 100 MB more",
       launches, shapes, more, answer.stderr[-1000:])


def check_types(files, answers):
    """The answers as literals: TypeScript refuses a name that a type does not have."""
    tsc = shutil.which("tsc")
    if tsc is None:
        skip("types of gpuocc/files", "no tsc")
        return
    kinds = {"kernels": "Kernels", "explain": "Explanations", "profile": "Profile"}
    lines = ['import { kernels, profile, rank, Kernels, Explanations, Profile, ProfileDifferences, '
             'Ranking } from "gpuocc/files";\n']
    for number, (name, answer) in enumerate(answers):
        kind = "ProfileDifferences" if "differences" in answer else kinds[name]
        lines.append(f"export const a{number}: {kind} = {json.dumps(answer)};\n")
    lines.append("""export async function uses(): Promise<number> {
    const found: Profile = await profile(new Uint8Array(1), { device: "H100", kernels: "a.cubin" });
    const other: ProfileDifferences = await profile(["a"], { baseline: new Blob([]) });
    const built: Ranking = await rank([{ content: "a.cubin", threads: 64 }, "b"], { trips: 5 });
    // @ts-expect-error: no such field
    await kernels("a.cubin", { thread: 1 });
    return found.sums.launches + other.was.calls + (built.builds[0].predicted_us ?? 0);
}
""")
    for kind in ("mts", "cts"):
        with open(os.path.join(files.place, "answers." + kind), "w", encoding="utf-8") as file:
            file.write("".join(lines))
    answer = subprocess.run(
        [tsc, "--strict", "--noEmit", "--target", "es2020", "--lib", "es2020,dom,dom.iterable",
         "--module", "node16", "--moduleResolution", "node16", "answers.mts", "answers.cts"],
        cwd=files.place, capture_output=True, text=True, check=False, timeout=250)
    ok(answer.returncode == 0, f"gpuocc/files: types of {len(answers)} answers, strict",
       answer.stdout[:3000])


def check_browser(files, chromium):
    """In a browser, whose module and file are given as bytes and as a blob."""
    if chromium.find() is None:
        skip("gpuocc/files in a browser", "no chromium")
        return
    inside = os.path.join(files.place, "node_modules", "gpuocc")
    with open(os.path.join(inside, "files.js"), encoding="utf-8") as file:
        text = file.read()
    with open(os.path.join(inside, "files.wasm"), "rb") as file:
        module = gzip.compress(file.read(), 1)
    path = os.path.join("tests", "data", "runs", "ncu_raw.csv")
    with open(os.path.join(files.root, path), encoding="utf-8") as file:
        run = file.read()
    text = text.replace('import { GpuoccError } from "./index.js";',
                        "class GpuoccError extends Error {}")
    browser = chromium.Browser()
    try:
        found = json.loads(browser.evaluate("(async () => { const { load, profile } = await import("
            f"URL.createObjectURL(new Blob([{json.dumps(text)}], "
            "{ type: 'text/javascript' })));\n"
            f"await load(new Response(new Blob([Uint8Array.from({json.dumps(list(module))})])"
            ".stream().pipeThrough(new DecompressionStream('gzip'))));\n"
            f"return JSON.stringify(await profile(new File([{json.dumps(run)}], "
            f"{json.dumps(path)}))); }})()"))
        asked = [a for a in browser.requests if a.startswith("http")]
    finally:
        browser.close()
    ok(first_difference(found, files.ask("profile", "--json", "--", path)) is None and not asked,
       "gpuocc/files: a browser reads a File, and asks for nothing", found, asked)


def check(root, command, place, node, chromium):
    files = Files(root, command, place, node)
    answers = check_same(files)
    check_rank(files)
    check_sources(files)
    check_refusals(files)
    check_memory(files)
    check_types(files, answers)
    check_browser(files, chromium)
