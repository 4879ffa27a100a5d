#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that the tables of gpuocc kernels contain whole names outside a terminal, and that on one
different names stay different. Usage: test_kernel_names.py SOURCE_ROOT PATH_OF_GPUOCC"""
import fcntl
import os
import pty
import random
import re
import struct
import subprocess
import sys
import tempfile
import termios

from command import run, until_the_end
from tap import done, ok

LOG = """ptxas info    : Compiling entry function '{0}' for 'sm_80'
ptxas info    : Used {1} registers
"""
# Three instances of one template differ in their middle alone.
HEAD = "_ZN7cutlass6KernelINS_4gemm6kernel4GemmINS1_11threadblock13MmaPipelinedINS1_9GemmShapeILi"
TAIL = "ELi128ELi8EEEfNS_6layout8RowMajorEEEEEEEvNT_6ParamsE"
THREE = [HEAD + number + TAIL for number in ("64", "128", "256")]
random.seed(43)


def path_of(folder, name, kernels, registers=32):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write("".join(LOG.format(kernel, registers) for kernel in kernels))
    return path


def on_terminal(columns, *arguments):
    """Returns the lines that the command prints on a terminal of this width."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    process = subprocess.Popen([sys.argv[2], *arguments], stdout=slave, stderr=slave,
                               stdin=subprocess.DEVNULL, env={**environment, "NO_COLOR": "1"})
    return until_the_end(process, master, slave).decode().splitlines()


def shown_in(lines, target="sm_80"):
    """The names in the rows of a table; one that is too wide goes on in the next lines."""
    names = []
    for line in lines:
        if f" {target} " in line:
            names.append(line.split(target)[0].split()[-1])
        elif names and re.match(r"  \S", line):
            names[-1] += line.split()[0]
    return names


def is_cut_of(shown, name):
    """Whether the shown parts are parts of the name, the first of them its beginning."""
    parts = [re.escape(part) for part in shown.split("...")]
    return re.fullmatch(".+".join(parts[:-1] + [parts[-1] or ".*"]) if parts[-1] == ""
                        else ".+".join(parts), name) is not None


with tempfile.TemporaryDirectory() as folder:
    three = path_of(folder, "three.txt", THREE)
    once = path_of(folder, "once.txt", THREE, 40)
    saved = os.path.join(folder, "saved.csv")
    run("kernels", "--save", saved, three)
    COMMANDS = {"kernels": ("kernels", "-t", "256", three),
                "markdown": ("kernels", "-t", "256", "--format", "markdown", three),
                "sorted": ("kernels", "-t", "256", "--sort", "kernel", three),
                "side by side": ("kernels", "-d", "sm_80", "-d", "sm_90", "--side-by-side", three),
                "difference": ("kernels", "--baseline", saved, once),
                "comment": ("kernels", "--baseline", saved, "--format", "markdown", once),
                "explain": ("explain", three)}
    for name, words in COMMANDS.items():
        answer = run(*words)
        ok(all(re.search(rf"(?<!\w){kernel}(?!\w)", answer.text) for kernel in THREE),
           f"{name}: whole names outside a terminal", answer)
    for name, words, columns in (("kernels", COMMANDS["kernels"], 240),
                                 ("sorted", COMMANDS["sorted"], 260),
                                 ("difference", COMMANDS["difference"], 260)):
        shown = shown_in(on_terminal(columns, *words))
        ok(len(set(shown)) == 3 and all(len(one) <= 44 for one in shown) and
           all(sum(is_cut_of(one, kernel) for kernel in THREE) == 1 for one in shown) and
           all(number in one for one, number in zip(sorted(shown), ("128", "256", "64"))),
           f"{name}: on a terminal three instances stay different", *shown)
    shown = shown_in(on_terminal(1000, *COMMANDS["kernels"]))
    ok(sorted(shown) == sorted(THREE), "a terminal on which they fit shows whole names", *shown)
    narrow = "".join(on_terminal(60, *COMMANDS["kernels"]))
    ok(narrow.count("...") >= 3, "a narrow one shows them cut, on several lines", narrow)
    # A name of more than 44 bytes is cut, and no character in two.
    for kernel, wanted in (("n" * 44, "n" * 44), ("n" * 45, "n" * 20 + "..." + "n" * 21),
                           ("a" * 19 + "\u00fc" + "b" * 30, "a" * 19 + "..." + "b" * 21),
                           ("b" * 30 + "\u20ac" + "c" * 20, "b" * 20 + "..." + "c" * 20),
                           ("\U0001f600" * 12, "\U0001f600" * 5 + "..." + "\U0001f600" * 5)):
        path = path_of(folder, "one.txt", [kernel])
        shown = shown_in(on_terminal(120, "kernels", "-t", "256", path))
        ok(shown == [wanted], f"a name of {len(kernel.encode())} bytes", *shown)
    # Names that differ in one, two or three places, of any length.
    for count, alphabet in ((40, "ab"), (700, "ab"), (700, "abcdefgh")):
        stem = [random.choice("xyz") for _ in range(300)]
        kernels = set()
        while len(kernels) < count:
            letters = list(stem[:random.choice((40, 44, 45, 60, 120, 300))])
            for place in random.sample(range(len(letters)), random.randint(1, 3)):
                letters[place] = random.choice(alphabet)
            kernels.add("".join(letters))
        kernels = sorted(kernels)
        path = path_of(folder, "many.txt", kernels)
        shown = shown_in(on_terminal(240, "kernels", "-t", "256", path))
        ok(len(shown) == count and len(set(shown)) == count and
           all(one == kernel or is_cut_of(one, kernel)
               for one, kernel in zip(shown, kernels)),
           f"{count} names of {len(alphabet)} letters stay different", len(shown), len(set(shown)))
done()
