# SPDX-License-Identifier: MIT
"""Tests the rows "command" of bad_inputs.tsv: arguments, standard input, exit status, standard
error and, for eval, the statuses of the rows in the output. No row may be lost, nothing may hang.
Arguments and input contain Python's escapes, {100KB} and {10MB} for that number of letters,
{commas} for 10000 commas, {zeros} for a million NULs and {ptxas} for a log of one kernel; arguments
may end in >/dev/full, >| (a pipe without a reader), >closed or <closed (no such descriptor).
Usage: test_bad_inputs.py SOURCE_ROOT PATH_OF_GPUOCC"""
import csv
import io
import os
import shlex
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(sys.argv[1], "tests"))
from tap import done, ok  # noqa: E402

csv.field_size_limit(1 << 30)
ROOT, TOOL = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
LONG = {"{100KB}": "a" * 100000, "{10MB}": "a" * 10000000, "{commas}": "," * 10000,
        "{zeros}": "\\x00" * 1000000, "{ptxas}": "\\n".join([
            "ptxas info    : 0 bytes gmem",
            "ptxas info    : Compiling entry function 'k' for 'sm_80'",
            "ptxas info    : Function properties for k",
            "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads",
            "ptxas info    : Used 8 registers, used 0 barriers, 352 bytes cmem[0]", ""])}


def expand(text):
    for name, value in LONG.items():
        text = text.replace(name, value)
    return text


def unescape(text):
    return expand(text).encode("latin-1").decode("unicode_escape").encode("latin-1")


def start(words):
    """Starts the command with its redirections; returns (None, sentence) if it cannot be
    started."""
    target = words.pop() if words and words[-1][:1] in ("<", ">") else ""
    reading, writing = -1, subprocess.PIPE
    command, more = [TOOL, *words], {"stdin": subprocess.PIPE}
    if target == ">/dev/full":
        writing = os.open("/dev/full", os.O_WRONLY)
    elif target == ">|":
        reading, writing = os.pipe()
        os.close(reading)
    elif target in (">closed", "<closed"):
        command = ["sh", "-c", f'exec "$@" {target[0]}&-', "sh", *command]
    process = subprocess.Popen(command, stdout=writing, stderr=subprocess.PIPE, **more)
    if writing != subprocess.PIPE:
        os.close(writing)
    return process


def ask(arguments, given):
    """Returns (exit status, output, errors)."""
    try:
        process = start([expand(word) for word in shlex.split(arguments)])
    except OSError as error:
        return "", b"", error.strerror
    try:
        output, errors = process.communicate(unescape(given), timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        return "hangs", b"", ""
    return str(process.returncode), output or b"", errors.decode("utf-8", "replace")


def statuses(output):
    """Returns the statuses of the rows of a CSV, or "-" if it is not one."""
    rows = list(csv.reader(io.StringIO(output.decode("utf-8", "replace"), newline="")))
    if not rows or "status" not in rows[0]:
        return "-"
    at = rows[0].index("status")
    return " ".join(row[at] for row in rows[1:]) or "none"


def shorten(errors):
    """Returns one line; a word of 10 MB is replaced by its length, as the table cannot contain
    it."""
    for letters in ("a" * 10000000, "a" * 100000):
        errors = errors.replace(letters, f"<{len(letters)} letters>")
    return errors.strip().replace("\n", " / ").replace("\t", " ")


def test_rows():
    rows = 0
    with open(os.path.join(ROOT, "tests", "data", "bad_inputs.tsv"), encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            cells = line.rstrip("\n").split("\t")
            if cells[0] != "command":
                continue
            rows += 1
            _, arguments, given, code, errors, came = cells
            end, output, said = ask(arguments, given)
            got = (end, shorten(said), statuses(output))
            if errors.endswith("..."):
                errors = got[1] if got[1].startswith(errors[:-3]) else errors
            ok(got == (code, errors, came), f"row {number}: {arguments} <<< {given}",
               f"answered {got}")
    ok(rows >= 300, f"{rows} rows")


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        test_rows()
        os.chdir(ROOT)
    done()


if __name__ == "__main__":
    main()
