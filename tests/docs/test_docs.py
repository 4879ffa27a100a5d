#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that README.md and docs/*.md show what the library does: C programs compile, commands print
the output below them, the tables of kernel fields agree with the library, quotes of tests/ffi are
lines of those files, links lead to existing files and headings, and each other block is listed in
NOT_RUN with what runs it, or why nothing does.

Usage: test_docs.py SOURCE_ROOT COMMAND COMPILER [FLAG ...]

In a ```console block a line that begins with "$ " is a command. It is run if it names gpuocc or a
program of build/tests that this build has; a command ends with the line that does not end with a
backslash. The lines below it are its output: "..." matches any number of lines, and a line that
ends with " ..." matches one that continues."""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

root, command, compiler = sys.argv[1], os.path.abspath(sys.argv[2]), sys.argv[3:]
sys.path.insert(0, os.path.join(root, "tests"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
from fields import check_fields  # noqa: E402
from tap import done, ok, skip  # noqa: E402

FFI = {"c": ".c", "python": ".py", "lua": ".lua", "rust": ".rs", "js": ".cjs", "csharp": ".cs",
       "go": ".go", "java": ".java", "nim": ".nim"}
# Blocks of our packages, which their tests run.
PACKAGES = ("const { profile", "import gpuocc\n", "use gpuocc", "import {", "# Python: a map")
CALL_LINES = 25  # maximum of each language, without declarations
CALLS = r"gpuocc_occupancy_groups\(|\bgroups\(occupancy|plan_run\(|\brun\(plan"
NARROW = ["model.md", "advice.md", "devices.md", "contributing.md", "c.md", "languages.md"]
# Blocks without a language, in sh or as text, by how they begin.
NOT_RUN = {
    "docs/advice.md": {"gpuocc sweep": "tests/tools/test_sweep.py draws the picture with it"},
    "README.md": {"git clone": "the first commands of .ci/run"},
    "docs/c.md": {
        "cc program.c": "tests/parity/compat_ask.c is compiled in this way by tests/meson.build",
        "build/tests/compat_nvidia": "minutes; tests/meson.build runs less",
        "cc -shared": "tests/meson.build builds it; tests/parity/runtime.cc uses it",
        "build/tests/runtime": "half a minute; tests/meson.build runs less",
        "$ clang-22": "tests/examples/test_remarks.py",
        "static unsigned filled": "tests/examples/test_examples.py",
        "scripts/amalgamate": "tests/embed/test_embed.py",
        "x86_64-w64-mingw32-gcc": "tests/embed/test_embed.py"},
    "docs/prediction.md": {"import gpuocc\nimport math": "tests/python/ranks.py",
                           "import gpuocc\nimport itertools": "tests/python/ranks.py",
                           "gpuocc rank --try": "tests/tools/test_rank.py"},
    "docs/languages.md": {"$ docs/examples/prune.py": "tests/examples/test_prune.py",
                          "import gpuocc\nimport numpy": "tests/docs/test_callers.py",
                          "bindings/python/backend.py": "tests/python/test_python.py",
                          ">>> ": "tests/python/package.py",
                          "import gpuocc\n\n": "tests/python/package.py",
                          "bindings/rust/make.py": "tests/rust/test_rust.py",
                          "use gpuocc": "tests/rust/test_rust.py",
                          "bindings/npm/make.py": "tests/npm/test_npm.py",
                          "const { profile": "tests/npm/files.py runs such calls",
                          "import {": "tests/npm/test_npm.py"},
    "docs/ci.md": {"gpuocc_check": "tests/examples/test_cmake_check.py",
                   "name: occupancy": "tests/tools/test_gate.py runs its comparison",
                   "name: kernels": "tests/tools/test_explain_troubles.py runs its command",
                   "repos:": "tests/tools/test_gate.py runs its entry"},
    "docs/contributing.md": {"meson setup": "what .ci/run and scripts/test consist of",
                             "[": "tests/docs/test_changes.py adds both",
                             "catalogue.py: ": "tests/docs/test_changes.py",
                             "tests/data/nvidia/": "tests/docs/test_changes.py",
                             "include/gpuocc/occupancy.h": "tests/docs/test_changes.py",
                             "kernels/zonk.c": "tests/docs/test_changes.py"},
    "docs/explain.md": {"$ gpuocc explain tests/data/machine_code/amd_":
                        "tests/kernels/amd/test_instructions.py, which needs LLVM"},
    "docs/kernels.md": {"ocloc compile": "tests/tools/test_ocloc.py",
                        "cc reads.c": "tests/install/test_install.py, tests/tools/test_library.py"},
    "docs/latency.md": {"gpuocc latency": "tests/tools/test_latency.py draws the picture with it"},
    "docs/notebooks.md": {">>> ": "tests/python/package.py"},
    "docs/model.md": {"waves of a group": "formulas"},
    "docs/performance.md": {"scripts/bench": "measures times", "  ": "measured times",
                            "20": "measured times, below the day"},
    "docs/runs.md": {"ls traces": "tests/tools/test_profile.py",
                     "# Slurm": "tests/tools/test_profile_ranks.py, with a sbatch that runs tasks",
                     "# Python": "tests/tools/test_profile_ranks.py"},
    "docs/start.md": {"./scripts/page": "tests/page/test_page.py",
                      "<iframe src": "tests/page/hosting.py"},
    "docs/trust.md": {
        "$ python3 scripts/latency_accuracy.py": "needs data that is no part of the project",
        "scripts/silicon": "tests/silicon/test_silicon.py, without a GPU"},
}
SECONDS = 300  # maximum for one shown command
PATHS = os.environ["PATH"] + os.pathsep + "/usr/local/cuda/bin"
build = os.path.dirname(os.path.dirname(command))


def text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def blocks(page):
    """Yields the language, first line and text of each fenced block."""
    language = None
    for number, line in enumerate(page.splitlines(), 1):
        fence = re.match(r"```(\w*)\s*$", line)
        if fence and language is None:
            language, start, lines = fence.group(1), number + 1, []
        elif fence:
            yield language, start, "\n".join(lines)
            language = None
        elif language is not None:
            lines.append(line)


def matches(shown, printed):
    """Whether the shown lines are the printed ones, except for elisions."""
    if not shown:
        return not printed
    if shown[0] == "...":
        return any(matches(shown[1:], printed[i:]) for i in range(len(printed) + 1))
    if not printed:
        return False
    if shown[0].endswith(" ..."):
        same = printed[0].startswith(shown[0][:-4])
    else:
        same = shown[0] == printed[0].rstrip()
    return same and matches(shown[1:], printed[1:])


def trimmed(lines):
    lines = [line.rstrip() for line in lines]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def commands(block):
    """Yields each command of a console block with the output below it."""
    line, shown = None, []
    for row in block.split("\n"):
        if line is not None and line.endswith("\\"):
            line = line[:-1] + row.strip()
        elif row.startswith("$ "):
            if line is not None:
                yield line, shown
            line, shown = row[2:], []
        elif line is not None:
            shown.append(row)
    if line is not None:
        yield line, shown


def runnable(line):
    """Returns the reason why a command cannot be run here, or None."""
    if line.startswith("nvcc "):
        return None if shutil.which("nvcc", path=PATHS) else "no nvcc"
    own = re.findall(r"\bbuild/(t(?:ests|ools)/\w+)", line)
    missing = [name for name in own if not os.path.exists(os.path.join(build, name))]
    if missing:
        return f"this build has no {missing[0]}"
    return None if own or re.search(r"(^|\| *)gpuocc\b", line) else "this test does not know it"


def check_console(name, number, block, folder):
    for line, shown in commands(block):
        reason = runnable(line)
        if reason is not None:
            skip(f"{name}: {line}", reason)
            continue
        environment = dict(os.environ, PATH=folder + os.pathsep + PATHS,
                           TEST_DATA=os.path.join(root, "tests", "data"), NO_COLOR="1")
        # Files that a compiler or --save writes do not belong in the tree.
        writes = line.startswith("nvcc ") or "occupancy.csv" in line
        run = subprocess.run(re.sub(r"\bbuild/(?=tests/|tools/)", build + "/", line), shell=True,
                             capture_output=True, text=True, env=environment, timeout=SECONDS,
                             cwd=folder if writes else root)
        printed = trimmed((run.stdout + run.stderr).splitlines())
        ok(matches(trimmed(shown), printed), f"{name}:{number}: {line}",
           "shown:", *trimmed(shown), "printed:", *printed)


def check_c(name, number, block):
    run = subprocess.run([*compiler, "-x", "c", "-"], input=block, capture_output=True, text=True)
    ok(run.returncode == 0, f"{name}:{number}: a whole program in C compiles", run.stderr)


def check_python(name, number, block):
    """Tests a whole program: it loads the library of this build and prints what its last comment
    says."""
    if not os.path.exists(os.path.join(build, "libgpuocc.so.0")):
        skip(f"{name}:{number}: a whole program in Python",
             "the shared library is left out of this build")
        return
    run = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True,
                         env=dict(os.environ, LD_LIBRARY_PATH=build))
    shown = re.search(r"# (.*)\s*$", block)
    ok(run.returncode == 0 and shown and run.stdout.strip() == shown[1],
       f"{name}:{number}: a whole program in Python prints what it says", run.stdout, run.stderr)


def check_rest(name, number, language, block):
    """Tests that a block that is not run here has an entry, and that the files named in it
    exist."""
    who = [reason for start, reason in NOT_RUN.get(name, {}).items() if block.startswith(start)]
    files = re.findall(r"(?:tests|scripts|docs|\.ci)/[\w./]*\w", " ".join(who) + " " + block)
    lost = [path for path in files if not os.path.exists(os.path.join(root, path)) and
            not re.search(rf"build/{path}", block)]
    ok(len(who) == 1 and not lost, f"{name}:{number}: not run here: {' '.join(who)}",
       language, block.splitlines()[0], *lost)


def check_quotes(page):
    """Tests that blocks of docs/languages.md are in a program of their language, line for line, and
    that those that call the library are short."""
    programs = glob.glob(os.path.join(root, "tests", "ffi", "*")) + glob.glob(
        os.path.join(root, "bindings", "*", "**", "[eE]xample*"), recursive=True) + glob.glob(
        os.path.join(root, "bindings", "go", "example", "*"))
    for language, number, block in blocks(page):
        if language not in FFI or block.startswith(PACKAGES):
            continue
        found = [os.path.basename(path) for path in sorted(programs)
                 if path.endswith(FFI[language]) and block in text(path)]
        ok(found, f"languages.md:{number}: stands in {' and '.join(found) or 'no program'}")
        if re.search(CALLS, block) and not re.search(r"extern|cdef|library\.func", block):
            ok(len(block.splitlines()) < CALL_LINES,
               f"languages.md:{number}: fewer than {CALL_LINES} lines call the library")


def anchors(page):
    """Returns what a link can have after its #: the headings in GitHub's form."""
    heads = re.findall(r"^#+ +(.*?) *$", re.sub(r"^```.*?^```", "", page, flags=re.S | re.M), re.M)
    return {re.sub(r"[^\w\- ]", "", head.replace("`", "").lower()).replace(" ", "-")
            for head in heads}


def leads(name, link):
    path, _, anchor = link.partition("#")
    path = os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else name
    if not os.path.exists(os.path.join(root, path)):
        return False
    return not anchor or anchor in anchors(text(os.path.join(root, path)))


def check_links(name, page):
    prose = re.sub(r"^```.*?^```", "", page, flags=re.S | re.M)
    links = [link for link in re.findall(r"\]\(([^)\s]+)\)", prose)
             if not re.match(r"[a-z]+:", link)]
    bad = [link for link in links if not leads(name, link)]
    ok(not bad, f"{name}: each of {len(links)} relative links leads to a file or heading", *bad)
    # A page that is named in backquotes must exist as well.
    named = set(re.findall(r"`((?:docs|tests|scripts|devices|tools)/[\w./-]+\w)`", prose))
    lost = [path for path in named if not os.path.exists(os.path.join(root, path))]
    ok(not lost, f"{name}: each of {len(named)} files that it names is there", *lost)


def check_page(name, folder):
    page = text(os.path.join(root, name))
    prose = re.sub(r"^```.*?^```", lambda block: "\n" * block.group().count("\n"), page,
                   flags=re.S | re.M)
    wide = [number for number, line in enumerate(prose.splitlines(), 1)
            if len(line) > 100 and not line.startswith("|")]
    if os.path.basename(name) in NARROW:
        ok(not wide, f"{name}: no line of text is longer than 100 columns", *wide)
    check_links(name, page)
    for language, number, block in blocks(page):
        if language == "c" and re.search(r"\bint main\(", block):
            check_c(name, number, block)
        elif language == "c" and os.path.basename(name) != "languages.md":
            ok(False, f"{name}:{number}: C that nothing compiles")
        if language == "console":
            check_console(name, number, block, folder)
        elif language == "python" and name == "README.md" and "import gpuocc" not in block:
            check_python(name, number, block)
        elif language in ("", "sh", "text", "ini", "yaml", "pycon", "cpp") or \
                block.startswith(PACKAGES):
            check_rest(name, number, language, block)
        elif language != "c" and os.path.basename(name) != "languages.md":
            ok(False, f"{name}:{number}: a block of {language} that nothing runs")
    if os.path.basename(name) == "languages.md":
        check_quotes(page)
    if os.path.basename(name) == "model.md":
        check_fields(page, command, ok)


pages = sorted(os.path.relpath(path, root) for path in
               glob.glob(os.path.join(root, "docs", "*.md")))
if os.path.exists(os.path.join(root, "README.md")):
    pages.insert(0, "README.md")
with tempfile.TemporaryDirectory() as directory:
    os.symlink(command, os.path.join(directory, "gpuocc"))
    for shared in ("docs", "tests"):
        os.symlink(os.path.join(os.path.abspath(root), shared), os.path.join(directory, shared))
    for page_name in pages:
        check_page(page_name, directory)
index = text(os.path.join(root, "docs", "README.md"))
missing = {os.path.basename(path) for path in pages} - {"README.md"} - set(
    re.findall(r"\]\(([\w-]+\.md)", index))
ok(not missing, "docs/README.md lists every page", *sorted(missing))
done()
