#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""NVIDIA's machine code against nvdisasm: of each instruction its name, class, width, guard and
branch target; of each kernel the loops that a second implementation finds in the printed branches;
and of each load that a later instruction waits for, between its printed register and the first use
of it. Usage: test_nvdisasm.py ROOT LISTER [--every N] [--most INSTRUCTIONS] [FILE...]
Without files: the cubins of tests/data, and two sources that the nvcc of this machine compiles.
With files (libraries of CUDA): every Nth kernel, up to MOST instructions of a target.
nvdisasm is that of $NVDISASM, of PATH, or of CUDA's folder; what it does not know is left out."""
import argparse
import collections
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

root, lister = (os.path.abspath(path) for path in sys.argv[1:3])
sys.path.insert(0, os.path.join(root, "tests"))
from nvdisasm import disassembler  # noqa: E402
from tap import done, ok, skip  # noqa: E402

# The classes of nvdisasm's names, after the groups of instructions in NVIDIA's CUDA Binary
# Utilities, chapter Instruction Set Reference.
CLASSES = {
    "fp32": "FADD FCHK FFMA FMNMX FMUL FSEL FSET FSETP FSWZADD",
    "fp64": "DADD DFMA DMUL DSETP",
    "fp16": "HADD2 HFMA2 HMNMX2 HMUL2 HSET2 HSETP2",
    "int": "BMSK BREV FLO IABS IADD3 IDP IMAD IMNMX ISETP LEA LOP3 POPC SGXT SHF VABSDIFF "
           "VABSDIFF4 VIADD VIADDMNMX VIMNMX VIMNMX3",
    "special": "MUFU",
    "matrix": "BGMMA BMMA DMMA HGMMA HMMA IGMMA IMMA QGMMA QMMA",
    "convert": "F2F F2FP F2I F2IP FRND I2F I2FP I2I I2IP",
    "move": "CS2R MOV MOVM P2R PLOP3 PRMT R2P SEL",
    "uniform": "R2UR REDUX S2UR UBREV UFLO UIADD3 UIMAD UISETP ULDC ULEA ULOP3 UMOV UP2UR UPLOP3 "
               "UPOPC UPRMT USEL USGXT USHF VOTEU",
    "warp": "ELECT MATCH QSPC SHFL VOTE",
    "control": "ACQBULK BMOV BPT BRA BREAK BRX BRXU BSSY BSYNC CALL ENDCOLLECTIVE EXIT KILL LEPC "
               "NANOSLEEP PREEXIT RET WARPSYNC YIELD",
    "barrier": "B2R BAR CCTL CGAERRBAR ERRBAR FENCE MEMBAR UCGABAR_ARV UCGABAR_WAIT "
               "WARPGROUP",
    "load_global": "LDG", "load_shared": "LDS LDSM", "load_local": "LDL", "load_constant": "LDC",
    "load_generic": "LD", "store_global": "STG", "store_shared": "STS STSM", "store_local": "STL",
    "store_generic": "ST", "atomic": "ATOM ATOMG ATOMS RED REDG REDAS SUATOM SURED",
    "texture": "SULD SUST TEX TLD TLD4 TMML TXD TXQ",
    "async_copy": "LDGSTS UBLKCP UBLKPF UTMACCTL UTMACMDFLUSH UTMALDG UTMAREDG UTMASTG",
    "async_sync": "ARRIVES DEPBAR LDGDEPBAR SYNCS",
    "other": "AL2P ALD AST IPA ISBERD LDTRAM NOP PIXLD S2R"}
CLASS_OF = {name: kind for kind, names in CLASSES.items() for name in names.split()}
WIDTHS = {"U8": 1, "S8": 1, "U16": 2, "S16": 2, "64": 8, "128": 16}
SIZED = "LDG LDS LDL LD STG STS STL ST LDGSTS".split()
LINE = re.compile(r"\s+/\*([0-9a-f]+)\*/\s+(@!?U?P\w+ )?\s*([A-Z]\w*)(\.\S+)?\s*([^;]*?)\s*;")


class Instruction:
    """A line of nvdisasm."""
    def __init__(self, guard, name, suffixes, operands):
        self.guarded, self.name = bool(guard), name
        self.suffixes, self.operands = (suffixes or "")[1:].split("."), operands
        # "@PT" is always executed, and "@!PT" never.
        self.never = bool(guard) and guard.strip() == "@!PT"

    def kind(self):
        first = [part.strip() for part in self.operands.split(",")]
        if self.never and CLASS_OF.get(self.name) != "control":
            return "other"
        if self.name == "IMAD" and "MOV" in self.suffixes:
            return "move"
        if {"WIDE", "HI", "BF16_V2"} & set(self.suffixes):  # counted as arithmetic
            return CLASS_OF.get(self.name)
        if self.name in ("IMAD", "HFMA2") and len(first) > 2 and \
                re.fullmatch(r"-?RZ(\.H0_H0)?", first[1]) and \
                (self.name == "IMAD" or first[2].lstrip("-").startswith("RZ")):
            return "move"
        return CLASS_OF.get(self.name)

    def width(self):
        if self.name not in SIZED or self.never:
            return 0
        found = [WIDTHS[part] for part in self.suffixes if part in WIDTHS]
        return found[-1] if found else 4

    def target(self):
        found = re.search(r"(?:^|[ ,])(0x[0-9a-f]+)$", self.operands)
        if not found or self.name not in ("BRA", "CALL") or "ABS" in self.suffixes:
            return None
        return int(found[1], 16)

    def ends(self):
        """The next instruction does not follow it."""
        return not self.guarded and "P" not in re.sub(r"0x\w+|PT", "", self.operands) and \
            self.name in ("BRA", "BRX", "BRXU", "JMP", "JMX", "EXIT", "RET") and \
            not {"DIV", "CONV"} & set(self.suffixes) and "UR" not in self.operands.split(",")[0]


def read_text(nvdisasm, target, code, folder):
    """The lines of nvdisasm by address, or None where it does not know the target."""
    path = os.path.join(folder, "code.bin")
    with open(path, "wb") as file:
        file.write(code)
    process = subprocess.run([nvdisasm, "-b", target.replace("sm_", "SM"), path],
                             capture_output=True, text=True)
    if process.returncode != 0:
        return None
    found = {}
    for line in process.stdout.splitlines():
        match = LINE.match(line)
        if match:
            found[int(match[1], 16)] = Instruction(*match.groups()[1:])
    return found


def loops_of(lines):
    """(first, last, instructions) of the natural loops in the printed branches."""
    addresses = sorted(lines)
    leaders = {addresses[0]}
    for at, line in lines.items():
        if line.name in ("BRA", "CALL") and line.target() is not None:
            leaders.add(line.target())
        if line.name in ("BRA", "BRX", "BRXU", "JMP", "JMX") or line.ends():
            leaders.add(at + 16)
    starts = sorted(leader for leader in leaders if leader in lines)
    blocks = {start: list(range(start, end, 16))
              for start, end in zip(starts, starts[1:] + [addresses[-1] + 16])}
    after, before, roots = {}, collections.defaultdict(list), {addresses[0]}
    for start, body in blocks.items():
        line, end = lines[body[-1]], body[-1]
        after[start] = [] if line.ends() else [end + 16]
        if line.name == "BRA" and line.target() not in (None, end):
            after[start].append(line.target())
        after[start] = [to for to in after[start] if to in blocks]
    roots |= {line.target() for line in lines.values() if line.name == "CALL" and line.target()}
    for start, to in ((a, b) for a in blocks for b in after[a]):
        before[to].append(start)
    return natural(blocks, after, before, sorted(root for root in roots if root in blocks))


def natural(blocks, after, before, roots):
    order, seen = [], set()

    def visit(root):
        stack = [(root, iter(after[root]))] if root not in seen else []
        seen.add(root)
        while stack:
            block, rest = stack[-1]
            to = next((to for to in rest if to not in seen), None)
            if to is None:
                order.append(stack.pop()[0])
            else:
                seen.add(to)
                stack.append((to, iter(after[to])))

    for root in roots:
        visit(root)
    roots = set(roots)
    for block in blocks:
        roots |= {block} - seen
        visit(block)
    rank = {block: i for i, block in enumerate(reversed(order))}
    above, changed = dict.fromkeys(roots), True  # None is above all roots

    def common(one, two):
        while one != two:
            if one is None or two is None:
                return None
            one, two = (above[one], two) if rank[one] > rank[two] else (one, above[two])
        return one

    while changed:
        changed = False
        for block in reversed(order):
            known = [b for b in before[block] if b in above]
            new = None if block in roots else known[0]
            for other in known if block not in roots else ():
                new = common(new, other)
            changed |= block not in above or above[block] != new
            above[block] = new
    found = []
    for header in blocks:
        backs = []
        for latch in before[header]:
            up = latch
            while up is not None and up != header:
                up = above[up]
            backs += [latch] if up == header else []
        body, stack = {header}, [latch for latch in backs if latch != header]
        while stack:
            block = stack.pop()
            if block not in body:
                body.add(block)
                stack += before[block]
        if backs:
            inside = [at for block in body for at in blocks[block]]
            found.append((min(inside), max(inside), len(inside)))
    return sorted(found)


def registers(line):
    """The registers that a load writes: number of the first, and how many."""
    match = re.match(r"(?:P\d|PT)?,? ?R(\d+)", line.operands)
    wide = {"64": 2, "128": 4}
    return (int(match[1]), max([wide.get(part, 1) for part in line.suffixes])) if match else None


class Comparison:
    def __init__(self):
        self.instructions = self.kernels = self.loops = self.loads = self.nameless = 0
        self.by_class = collections.Counter()
        self.wrong = collections.defaultdict(collections.Counter)

    def differ(self, what, is_, should, where):
        if is_ != should:
            self.wrong[what][f"{where}: {is_}, nvdisasm {should}"] += 1

    def instruction(self, row, line, size):
        address, kind, width, guarded, _, _, target, name = row
        self.instructions += 1
        self.by_class[kind] += 1
        # A form of operands that the table has not takes the class of the other forms.
        self.nameless += name == "" and kind != "unknown"
        names = {"REDG": "RED"}
        if name != "" or kind == "unknown":
            self.differ("name", names.get(name, name), names.get(line.name, line.name), line.name)
        self.differ("class", kind, line.kind(), line.name + "." + ".".join(line.suffixes))
        self.differ("width", width, line.width(), line.name + "." + ".".join(line.suffixes))
        self.differ("guard", bool(guarded), line.guarded, line.name)
        if line.name in ("BRA", "CALL"):
            to = line.target()
            self.differ("target", target, 0xffffffff if to is None or not 0 <= to < size else to,
                        line.name + " " + line.operands)

    def waits(self, rows, lines):
        """From each load to the first line of its block that has its register. Under a guard the
        other lanes may go on without it."""
        for i, row in enumerate(rows):
            line = lines[row[0]]
            if row[4] < 0 or line.name not in ("LDG", "LDL", "LD") or line.guarded:
                continue
            first, count = registers(line) or (255, 0)
            wanted = {f"R{number}" for number in range(first, first + count)}
            waited = False
            for later in rows[i + 1:]:
                text = lines[later[0]]
                waited |= bool(later[5] >> row[4] & 1)
                if text.name in ("BRA", "BSSY", "BSYNC", "EXIT", "CALL", "RET", "BRX"):
                    break
                if wanted & set(re.findall(r"\bR\d+\b", text.operands)):
                    self.loads += 1
                    self.differ("wait", waited or text.guarded, True, f"{row[0]:x} {text.name}")
                    break

    def kernel(self, rows, loops, lines):
        if sorted(lines) != [row[0] for row in rows]:
            self.wrong["lines"]["addresses differ"] += 1
            return
        self.kernels += 1
        for row in rows:
            self.instruction(row, lines[row[0]], 16 * len(rows))
        theirs = loops_of(lines)
        self.loops += len(theirs)
        self.differ("loops", sorted(loops), theirs, "a kernel")
        self.waits(rows, lines)


def listed(path, every, most):
    """(target, name, code, loops, rows) of each kernel."""
    process = subprocess.Popen([lister, path, str(every), str(most)], stdout=subprocess.PIPE,
                               text=True, errors="replace")
    kernel = None
    for line in process.stdout:
        words = line.split()
        if words[0] == "kernel":
            if kernel:
                yield kernel
            kernel = (words[1], words[2], [], [], [])
        elif words[0] == "code":
            kernel[2].append(bytes.fromhex(words[1]))
        elif words[0] == "loop":
            kernel[3].append((int(words[1], 16), int(words[2], 16), int(words[3])))
        else:
            kernel[4].append((int(words[0], 16), words[1], int(words[2]), int(words[3]),
                              int(words[4]), int(words[5], 16), int(words[6], 16),
                              (words + [""])[7]))
    if kernel:
        yield kernel
    process.wait()


def compare(nvdisasm, path, every, most, folder):
    """{target: what was compared}: all kernels of a target are printed at once."""
    kernels, found = collections.defaultdict(list), {}
    for target, _, (code,), loops, rows in listed(path, every, most):
        kernels[target].append((code, loops, rows))
    for target, of_target in sorted(kernels.items()):
        text = read_text(nvdisasm, target, b"".join(code for code, _, _ in of_target), folder)
        if not text:
            continue
        found[target] = comparison = Comparison()
        start = 0
        for code, loops, rows in of_target:
            lines = {at - start: text[at] for at in range(start, start + len(code), 16)
                     if at in text}
            for line in lines.values():
                # Of branches nvdisasm prints the address in the whole.
                line.operands = re.sub(
                    r"(^|[ ,])(-?0x[0-9a-f]+)$",
                    lambda match: match[1] + hex(int(match[2], 16) - start), line.operands) \
                    if line.name in ("BRA", "CALL") else line.operands
            comparison.kernel(rows, loops, lines)
            start += len(code)
    return found


def report(name, found):
    for target, this in found.items():
        wrong = sum(sum(cases.values()) for cases in this.wrong.values())
        ok(this.instructions and not wrong,
           f"{name}, {target}: {this.instructions} instructions of {this.kernels} kernels, "
           f"{len(this.by_class)} classes, {this.loops} loops, {this.loads} waits for loads",
           *[f"{what}: {count} times {case}" for what, cases in this.wrong.items()
             for case, count in cases.most_common(12)])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--most", type=int, default=1 << 40)
    parser.add_argument("files", nargs="*")
    options = parser.parse_args(sys.argv[3:])
    nvdisasm = disassembler()
    if nvdisasm is None:
        skip("NVIDIA's disassembler", "no nvdisasm")
        done()
    with tempfile.TemporaryDirectory() as folder:
        files = options.files or sorted(
            glob.glob(os.path.join(root, "tests", "data", "**", "*.cubin"), recursive=True))
        nvcc = shutil.which("nvcc")
        for target in ("75", "80", "90") if nvcc and not options.files else ():
            for source in ("docs/examples/explain.cu", "tests/data/machine_code/aliasing.cu"):
                name = os.path.basename(source)[:-3]
                files.append(os.path.join(folder, f"{name}_sm_{target}.cubin"))
                subprocess.run([nvcc, "-cubin", "-arch=sm_" + target, "-o", files[-1],
                                os.path.join(root, source)], check=True)
        compared = 0
        for path in files:
            found = compare(nvdisasm, path, options.every, options.most, folder)
            compared += sum(this.instructions for this in found.values())
            report(os.path.basename(path), found)
        ok(compared > 1000, f"{compared} instructions in all")
    done()


main()
