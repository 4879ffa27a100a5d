#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests output errors, colour, and queries one at a time."""
import fcntl
import os
import pty
import re
import resource
import struct
import subprocess
import sys
import tempfile
import termios

from command import run, until_the_end
from tap import done, ok, skip

TOOL = sys.argv[2]
ROWS = b"device,threads_per_group\n" + b"RTX 4090,256\n" * 20000


def to(output, arguments, given=b""):
    return subprocess.run([TOOL, *arguments], input=given, stdout=output, stderr=subprocess.PIPE)


if os.path.exists("/dev/full"):
    for arguments in (["devices"], ["eval"], ["eval", "--json"], ["eval", "--table"], ["--help"],
                      ["occupancy", "sm_90", "-t", "32"], ["device", "sm_90"], ["--version"]):
        with open("/dev/full", "wb") as full:
            process = to(full, arguments, ROWS)
        ok(process.returncode == 1 and
           b"cannot write the output: No space left on device" in process.stderr,
           f"full disk: {' '.join(arguments)}", process)
else:
    skip("full disk", "no /dev/full")

for arguments in (["eval"], ["devices"]):
    read, write = os.pipe()
    os.close(read)
    process = to(write, arguments, ROWS)
    os.close(write)
    ok(process.returncode == 1 and process.stderr == b"",
       f"closed pipe: {' '.join(arguments)}", process)
process = subprocess.run(["sh", "-c", f"{TOOL} devices >&-"], stderr=subprocess.PIPE)
ok(process.returncode == 1 and b"cannot write the output" in process.stderr, "closed output")

answer = run("eval", "/nonexistent/file")
ok(answer.code == 1 and answer.errors == "gpuocc: /nonexistent/file: No such file or directory\n",
   "no such file", answer)
answer = run("eval", "/")
ok(answer.code == 1 and answer.errors == "gpuocc: /: Is a directory\n", "a directory", answer)
answer = run("eval", "a", "b")
ok(answer.code == 1 and "eval reads one file, not 2" in answer.errors, "two files", answer)
with tempfile.NamedTemporaryFile() as file:
    file.write(ROWS[:-1])
    file.flush()
    answer = run("eval", file.name)
    ok(answer.code == 0 and answer.bytes == run("eval", "-", given=ROWS).bytes ==
       run("eval", given=ROWS).bytes and answer.text.count("\n") == 20001,
       "a file, - and standard input", answer.code)


def on_terminal(*arguments, **environment):
    master, slave = pty.openpty()
    settings = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
    process = subprocess.Popen([TOOL, *arguments], stdout=slave, stdin=subprocess.DEVNULL,
                               env={**settings, "TERM": "xterm", **environment})
    return until_the_end(process, master, slave)


QUESTION = ("occupancy", "sm_90", "-t", "32")
ok(b"\033[1m" in on_terminal(*QUESTION), "colour on a terminal")
ok(on_terminal("occupancy", "sm_90", "-t", "1024", "-r", "72").startswith(b"\033[1;31m0 blocks"),
   "red where the group does not launch")
ok(b"\033" not in on_terminal(*QUESTION, NO_COLOR="1"), "none with NO_COLOR")
ok(b"\033" not in on_terminal(*QUESTION, TERM="dumb"), "none on a dumb terminal")
ok(b"\033" not in on_terminal(*QUESTION, "--json"), "none in JSON")
ok("\033" not in run(*QUESTION, TERM="xterm").text, "none in a pipe")

limits = on_terminal("occupancy", "sm_90", "-t", "256", "-r", "72")
ok(b"\033[33mregisters " in limits and limits.count(b"\033[33m") == 1, "what limits has a colour")
ok(b"\033" not in on_terminal(*QUESTION, "--color", "never"), "none with --color never")
ok(b"\033[1m" in on_terminal(*QUESTION, "--color=auto"), "and with --color auto")
ok("\033[1m" in run(*QUESTION, "--color=always", NO_COLOR="1").text,
   "--color always is above NO_COLOR and pipes")
# The title and the headings of tables are bold, rows are not.
ROOT = sys.argv[1]
PLAIN_CSV = "device,threads_per_group\nsm_90,256\nsm_90,512\n"
for question, heads in (
        ("occupancy RTX_4090,MI300X -t 256 -r 72", ["device "]),
        ("best sm_90 -r 40", ["The best block sizes on sm_90", "threads  groups"]),
        ("most sm_90 -t 256 --groups 4", ["The largest values for 4 blocks on sm_90", "field "]),
        ("device sm_52", ["sm_52", "number ", "constant "]),
        ("devices RTX_40", ["name "]),
        ("sweep sm_90 --over registers -t 256", ["Occupancy over", "registers_per_thread  "]),
        ("scale serial --cpu-time 1 --gpu-time 1 --core-scale 1,2", ["core_scale  time"]),
        ("schedule RTX_4090 -t 256 -g 1000", ["2 rounds of 768 blocks", "from  to"]),
        ("latency GTX_980 -t 64 --loads 1 --fp32 8 --curve --constant "
         "l2_rate=unlimited --constant l1_rate=unlimited", ["waves  "]),
        ("eval --table -", ["device  "]),
        (f"kernels -t 256 {ROOT}/tests/data/kernels/nvidia/d_sm_90.cubin",
         [f"{ROOT}/tests/data/kernels/nvidia/d_sm_90.cubin", "  kernel "])):
    words = [word.replace("TX_", "TX ") for word in question.split()]
    text = run(*words, "--color=always", given=PLAIN_CSV).text
    bold = [line[4:] for line in text.splitlines() if line.startswith("\033[1m")]
    ok(len(bold) == len(heads) and all(map(str.startswith, bold, heads)),
       f"bold: {question}", *bold)
text = run("order", "--body", "load x a latency=4; compute y x", "--color=always").text
bold = [line[4:] for line in text.splitlines() if line.startswith("\033[1m")]
ok([line.split()[:2] for line in bold] == [["cycle", "copy"]], "bold: order", *bold)
answer = run("devices", "--color", "sometimes")
ok(answer.code == 1 and answer.errors ==
   'gpuocc: --color is "sometimes", valid values are auto, always, never\n',
   "no such colour", answer)

# A table on a terminal has its width; every word is shown, except for remarks that are cut.
for question in (("devices", "geforce"), ("sweep", "sm_90", "--over", "threads", "-r", "40"),
                 ("occupancy", "sm_90", "-t", "256", "-r", "72")):
    wide = on_terminal(*question, NO_COLOR="1", COLUMNS="200").decode().replace("\r", "")
    ok(wide == run(*question, COLUMNS="30").text, f"{question[0]}: a pipe has no width",
       wide.splitlines()[:3])
    tables = [on_terminal(*question, NO_COLOR="1", COLUMNS=width).decode().split("\r\n")
              for width in ("80", "66")]
    rows = [line for line in tables[0] if not re.search("[.:]$|^  (Use|[0-9]+) |^[0-9]+ bl", line)]
    ok(len(rows) > 3 and all(len(line) <= 80 for line in rows), f"{question[0]}: 80 columns",
       *rows)
    squeezed = ["".join(sorted("".join(table).replace(" ", "").replace("#", "")))
                for table in (*tables, wide.splitlines())]
    ok(squeezed[0] == squeezed[1] == squeezed[2], f"{question[0]}: nothing is lost")
# A table of exactly the terminal's width is not narrowed; with one column less it is.
whole = on_terminal("devices", "geforce", NO_COLOR="1", COLUMNS="300").decode().split("\r\n")
width = max(map(len, whole))
seen = [on_terminal("devices", "geforce", NO_COLOR="1", COLUMNS=str(columns)).decode()
        .split("\r\n") for columns in (width, width - 1)]
ok(seen[0] == whole and seen[1] != whole, f"a table of {width} columns")


def split(lines, sides):
    """Returns the cells of a table without a width: two blanks or more in every line separate
    columns."""
    width = max(map(len, lines))
    blank = [all(line.ljust(width)[i] == " " for line in lines) for i in range(width)]
    bounds, at = [], 0
    for i in range(1, width):
        if not blank[i] and i > 1 and blank[i - 1] and blank[i - 2]:
            bounds.append((at, i))
            at = i
    bounds.append((at, width))
    assert len(bounds) == len(sides), (bounds, lines[0])
    return [[line.ljust(width)[first:last].strip() for first, last in bounds] for line in lines]


def narrowed(rows, sides, room):
    """Returns the lines of a table on a terminal of `room` columns. If it is too wide, the gap is
    one blank; then bars shrink down to 10 columns, cells that may be cut to 16, all columns to
    their longest word, of 8 or more, and last to 8, always the widest column first."""
    full = [max(len(row[i]) for row in rows) for i in range(len(sides))]
    widths, gap, shown = full[:], 2, sum(width != 0 for width in full)

    def is_bar(cell):
        return cell.strip("#") == "" and cell != ""

    def least(column, step):
        cells = [row[column] for row in rows]
        if step == 0:
            return 10 if any(map(is_bar, cells)) else None
        if step == 1:
            return 16 if sides[column] == "cut" else None
        return 8 if step == 3 else max(8, *(len(word) for cell in cells for word in
                                            re.findall("[^ _]+_?|_", cell)))

    if sum(widths) + 2 * (shown - 1) > room:
        gap, total = 1, sum(widths) + shown - 1
        for step in range(4):
            lows = [least(column, step) for column in range(len(sides))]
            while total > room:
                wide = [i for i, low in enumerate(lows) if low is not None and widths[i] > low]
                if not wide:
                    break
                widths[max(wide, key=lambda i: (widths[i], -i))] -= 1
                total -= 1
    lines = []
    for row in rows:
        rests = row[:]
        while True:
            parts = []
            for i, (rest, width) in enumerate(zip(rests, widths)):
                part, rests[i] = rest, ""
                if is_bar(rest):
                    part = "#" * ((len(rest) * width + full[i] // 2) // full[i])
                elif len(rest) > width and sides[i] == "cut":
                    part = rest[:width - 3] + "..."
                elif len(rest) > width:
                    ends = [n for n in range(1, width + 1) if rest[n - 1] == "_" or rest[n] == " "]
                    part = rest[:ends[-1] if ends else width]
                    rests[i] = rest[len(part):].lstrip(" ")
                if width:
                    parts.append(part.rjust(width) if sides[i] == "right" else part.ljust(width))
            lines.append((" " * gap).join(parts).rstrip())
            if not any(rests):
                break
    return lines


NAMES = "device,threads_per_group,registers_per_thread,kernel,note\n" + "".join(
    ",".join(cells) + "\n" for cells in (
        ("sm_90", "256", "72", "gemm_of_halves_with_a_long_name", "größer als 64 Ядро"),
        ("RTX 4090", "96", "255", "k",
         "a note of several words that is longer than the others here"),
        ("sm_52", "2000", "8", "", ""), ("none", "32", "8", "__", "ж" * 30)))
TABLES = [(("eval", "--table", "-"), ["left"] * 3 + ["right"] + ["left"] * 3, 0, NAMES),
          (("sweep", "sm_90", "--over", "threads", "-r", "40"),
           ["right"] * 5 + ["left"] * 2, 2, ""),
          (("sweep", "sm_90", "--over", "registers", "-t", "256"),
           ["right"] * 4 + ["left"] * 2, 2, ""),
          (("devices", "geforce", "40"), ["left"] * 4 + ["right"] * 3, 0, ""),
          (("device", "sm_52"), ["left", "right", "left", "cut", "left"], 4, ""),
          (("schedule", "RTX 4090", "-t", "256", "-g", "5000", "--durations", "9,7,5,3"),
           ["right"] * 5 + ["left"], 8, "")]
with tempfile.TemporaryDirectory() as folder:
    for question, sides, above, given in TABLES:
        if given:
            path = os.path.join(folder, "given.csv")
            with open(path, "w", encoding="utf-8") as file:
                file.write(given)
            question = [path if word == "-" else word for word in question]
        whole = run(*question).text.splitlines()
        start = next(i for i in range(above, len(whole)) if re.search(r"\S  +\S", whole[i]))
        end = next((i for i in range(start, len(whole)) if not re.search(r"\S  +\S", whole[i])),
                   len(whole))
        rows, width = split(whole[start:end], sides), max(map(len, whole[start:end]))
        wrong = []
        for room in sorted({*range(20, width + 3, 7), width - 2, width - 1, width, width + 1}):
            seen = on_terminal(*question, NO_COLOR="1", COLUMNS=str(room)).decode()
            wanted = "\n".join(narrowed(rows, sides, room))
            if f"\n{wanted}\n" not in "\n" + seen.replace("\r", ""):
                wrong.append((room, wanted, seen))
        ok(not wrong and end - start > 3, f"{' '.join(question[:3])}: every width of a terminal",
           *[part for parts in wrong[:1] for part in parts])

# The width is COLUMNS, if that is a number above 0, else the terminal's.
AT = {room: on_terminal("devices", "geforce", NO_COLOR="1", COLUMNS=room) for room in ("70", "90")}
for columns, room in (("90", "90"), ("", "70"), ("0", "70"), ("90x", "70"), ("-90", "70"),
                      ("/0", "70"), (":0", "70"), (" 90", "70"), (None, "70")):
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 70, 0, 0))
    settings = {name: word for name, word in os.environ.items() if name != "COLUMNS"}
    settings.update(NO_COLOR="1", TERM="xterm", **({} if columns is None else
                                                  {"COLUMNS": columns}))
    process = subprocess.Popen([TOOL, "devices", "geforce"], stdout=slave, env=settings,
                               stdin=subprocess.DEVNULL)
    ok(until_the_end(process, master, slave) == AT[room], f"COLUMNS={columns}, a terminal of 70")
for columns in "1", "9":  # as narrow as possible
    ok(on_terminal("devices", "geforce", NO_COLOR="1", COLUMNS=columns) ==
       on_terminal("devices", "geforce", NO_COLOR="1", COLUMNS="2"), f"COLUMNS={columns}")
ok(b"\033[1m" in on_terminal(*QUESTION, NO_COLOR=""), "an empty NO_COLOR is none")
cut = on_terminal("device", "sm_90", NO_COLOR="1", COLUMNS="80").decode()
ok("the vendor's ..." in cut and all(len(line) <= 80 for line in cut.split("\r\n")[4:30]),
   "device: remarks are cut", cut)
ok("..." not in run("device", "sm_90", COLUMNS="80").text, "but not in a pipe")

with subprocess.Popen([TOOL, "eval"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as talk:
    talk.stdin.write(b"device,threads_per_group\n")
    talk.stdin.flush()
    header = talk.stdout.readline()
    lines = []
    for threads in (32, 64, 96):
        talk.stdin.write(b"sm_90,%d\n" % threads)
        talk.stdin.flush()
        lines.append(talk.stdout.readline())
    talk.stdin.close()
    ok(header.startswith(b"device,threads_per_group,status") and
       [line.split(b",")[1] for line in lines] == [b"32", b"64", b"96"],
       "a program may ask row by row", header, lines)

# 60 MB of rows within 64 MiB of address space in addition to that of the start.
with tempfile.NamedTemporaryFile() as file:
    file.write(b"device,threads_per_group,kernel\n" + b"sm_90,256,name_of_a_kernel\n" * 200000)
    file.flush()
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    process = subprocess.run([TOOL, "eval", file.name], stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    ok(process.returncode == 0 and after <= max(before, 64 * 1024),
       "a long file is not held in memory", before, after)

done()
