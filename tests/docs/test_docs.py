#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What README.md and docs/*.md show is what the library does: C programs compile, commands print
what stands below them, the tables of kernel fields agree with the library, quotes of
tests/ffi are the files' own lines, and links lead somewhere.

Usage: test_docs.py SOURCE_ROOT COMMAND COMPILER [FLAG ...]

In a ```console block a line that begins with "$ " is a command. It is run if it names gpuocc or a
program of build/tests that this build has; a command ends with the line that does not end with a
backslash. The lines below it are its output: "..." stands for any number of lines, and a line that
ends with " ..." for one that goes on."""
import glob
import os
import re
import subprocess
import sys
import tempfile

root, command, compiler = sys.argv[1], os.path.abspath(sys.argv[2]), sys.argv[3:]
sys.path.insert(0, os.path.join(root, "tests"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
from fields import check_fields  # noqa: E402
from tap import done, ok, skip  # noqa: E402

FFI = {"c": ".c", "python": ".py", "lua": ".lua", "rust": ".rs", "js": ".cjs", "csharp": ".cs"}
CALL_LINES = 25  # of each language, without declarations
CALLS = r"gpuocc_occupancy_groups\(|\bgroups\(occupancy|plan_run\(|\brun\(plan"
NARROW = ["model.md", "advice.md", "devices.md", "validation.md", "contributing.md", "abi.md",
          "bindings.md", "embedding.md"]
SECONDS = 300  # most that one shown command takes
build = os.path.dirname(os.path.dirname(command))


def text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def blocks(page):
    """Language, first line and text of each fenced block."""
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
    """Whether the shown lines are the printed ones, elisions apart."""
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
    """Each command of a console block with the output below it."""
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
    """What keeps a command from being run here; None: nothing, "": it is not for this test."""
    own = re.findall(r"\bbuild/(tests/\w+)", line)
    missing = [name for name in own if not os.path.exists(os.path.join(build, name))]
    if missing:
        return f"this build has no {missing[0]}"
    return None if own or re.search(r"(^|\| )gpuocc\b", line) else ""


def check_console(name, number, block, folder):
    for line, shown in commands(block):
        reason = runnable(line)
        if reason is not None:
            if reason:
                skip(f"{name}: {line}", reason)
            continue
        environment = dict(os.environ, PATH=folder + os.pathsep + os.environ["PATH"],
                           TEST_DATA=os.path.join(root, "tests", "data"), NO_COLOR="1")
        run = subprocess.run(line.replace("build/tests/", build + "/tests/"), shell=True,
                             capture_output=True, text=True, cwd=root, env=environment,
                             timeout=SECONDS)
        printed = trimmed((run.stdout + run.stderr).splitlines())
        ok(matches(trimmed(shown), printed), f"{name}:{number}: {line}",
           "shown:", *trimmed(shown), "printed:", *printed)


def check_c(name, number, block):
    run = subprocess.run([*compiler, "-x", "c", "-"], input=block, capture_output=True, text=True)
    ok(run.returncode == 0, f"{name}:{number}: a whole program in C compiles", run.stderr)


def check_quotes(page):
    """Blocks of docs/bindings.md stand in a program of their language, line for line; those that
    call the library are short."""
    folder = os.path.join(root, "tests", "ffi")
    for language, number, block in blocks(page):
        if language not in FFI:
            continue
        found = [name for name in sorted(os.listdir(folder)) if name.endswith(FFI[language]) and
                 block in text(os.path.join(folder, name))]
        ok(found, f"bindings.md:{number}: stands in {' and '.join(found) or 'no program'}")
        if re.search(CALLS, block) and not re.search(r"extern|cdef|library\.func", block):
            ok(len(block.splitlines()) < CALL_LINES,
               f"bindings.md:{number}: fewer than {CALL_LINES} lines call the library")


def check_links(name, page):
    prose = re.sub(r"^```.*?^```", "", page, flags=re.S | re.M)
    bad = [link for link in re.findall(r"\]\(([^)\s]+)\)", prose)
           if not re.match(r"[a-z]+:|#", link) and not os.path.exists(
               os.path.join(root, os.path.dirname(name), link.split("#")[0]))]
    ok(not bad, f"{name}: every relative link leads to a file", *bad)


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
        if language == "console":
            check_console(name, number, block, folder)
    if os.path.basename(name) == "bindings.md":
        check_quotes(page)
    if os.path.basename(name) == "model.md":
        check_fields(page, command, ok)


pages = sorted(os.path.relpath(path, root) for path in
               glob.glob(os.path.join(root, "docs", "*.md")))
if os.path.exists(os.path.join(root, "README.md")):
    pages.insert(0, "README.md")
with tempfile.TemporaryDirectory() as directory:
    os.symlink(command, os.path.join(directory, "gpuocc"))
    for page_name in pages:
        check_page(page_name, directory)
done()
