#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Bank conflicts that are reported, against an interpreter of nvdisasm's text that shares nothing
with the reader: it runs 32 lanes along random paths of the control flow, with random values for
what all lanes have in common, and counts the passes of each access by the addresses of the lanes.
What depends on a loaded value is not known to it. Groups are one row of threads. Usage:
test_conflicts.py ROOT LISTER [--sample N] [CUBIN...]. Without cubins: those of tests/data. With
--sample N of the conflicts are drawn, and those whose address was not known are printed with the
operation that was not followed.
"""
import glob
import os
import random
import re
import subprocess
import sys

root, lister = (os.path.abspath(path) for path in sys.argv[1:3])
sys.path.insert(0, os.path.join(root, "tests"))
from nvdisasm import disassembler  # noqa: E402
from tap import done, ok, skip  # noqa: E402

LANES, MASK = range(32), 0xffffffff
LINE = re.compile(r"\s+/\*([0-9a-f]{4,})\*/\s+(?:@(!?U?P[0-9T]) )?\s*(\S+)\s*(.*?)\s*;")
ADDRESS = re.compile(r"\[(?:(U?R\d+|U?RZ)(?:\.X(\d+))?)?(?:\+?(UR\d+|URZ))?"
                     r"(?:\+?(-?0x[0-9a-f]+))?\]")
WALKS, STEPS = 60, 40000


def signed(value):
    return value - (1 << 32) if value >> 31 else value


class Unknown(Exception):
    """A value that depends on what the interpreter does not follow."""


class Machine:
    """The registers of 32 lanes. A register that is not there has a value that is not known."""

    def __init__(self, dice):
        self.dice, self.registers, self.predicates, self.constants = dice, {}, {}, {}
        self.lost = {} # by register: the operation that made its value unknown

    def constant(self, name):
        """The same in all lanes: a multiple of 16, as sizes and addresses of arrays are."""
        if name not in self.constants:
            self.constants[name] = self.dice.randrange(1, 1 << 10) * 16
        return [self.constants[name]] * 32

    def register(self, name):
        if name in ("RZ", "URZ"):
            return [0] * 32
        if name not in self.registers:
            raise Unknown(self.lost.get(name, "no write on the path"))
        return self.registers[name]

    def value(self, text):
        text = text.replace(".reuse", "").strip()
        if text[0] in "-~":
            inner = self.value(text[1:])
            return [(-x if text[0] == "-" else ~x) & MASK for x in inner]
        if re.fullmatch(r"U?R(\d+|Z)", text):
            return self.register(text)
        if re.fullmatch(r"-?(0x[0-9a-f]+|\d+)", text):
            return [int(text, 0) & MASK] * 32
        if re.fullmatch(r"c\[0x[0-9a-f]+\]\[0x[0-9a-f]+\]", text):
            return self.constant(text)
        raise Unknown(text)

    def wide(self, text):
        """The 64 bits of a pair."""
        found = re.fullmatch(r"R(\d+)(?:\.reuse)?", text)
        low = self.value(text)
        try:
            high = self.register(f"R{int(found[1]) + 1}") if found else [0] * 32
        except Unknown: # the low word does not depend on it
            high = [0] * 32
        return [a | b << 32 for a, b in zip(low, high)]

    def predicate(self, text):
        name = text.lstrip("!")
        lanes = [True] * 32 if name in ("PT", "UPT") else self.predicates.get(name)
        if lanes is None:
            raise Unknown(text)
        return [not lane for lane in lanes] if text[0] == "!" else lanes


def lop3(table, a, b, c):
    """Of each bit of the three words: the bit of the table that they name together."""
    return sum((table >> ((a >> bit & 1) << 2 | (b >> bit & 1) << 1 | c >> bit & 1) & 1) << bit
               for bit in range(32))


def permute(a, selector, c):
    data, result = a | c << 32, 0
    for i in range(4):
        pick = selector >> 4 * i & 15
        byte = data >> 8 * (pick & 7) & 255
        result |= ((255 if byte >> 7 else 0) if pick & 8 else byte) << 8 * i
    return result


COMPARE = {"LT": lambda a, b: a < b, "LE": lambda a, b: a <= b, "GT": lambda a, b: a > b,
           "GE": lambda a, b: a >= b, "EQ": lambda a, b: a == b, "NE": lambda a, b: a != b}
SPECIAL = {"SR_TID.X": list(LANES), "SR_TID.Y": [0] * 32, "SR_TID.Z": [0] * 32,
           "SR_LANEID": list(LANES)}


def compute(machine, name, parts, operands):
    """The low and high word of the result for the operands after the destination."""
    kind = name[0] if not name[0].startswith("U") or name[0] == "UNKNOWN" else name[0][1:]
    read = [operand for operand in operands if not re.fullmatch(r"!?U?P[0-9T]", operand)]
    value = machine.value
    if kind in ("S2R", "S2UR"):
        if read[0] in SPECIAL:
            return SPECIAL[read[0]], None
        if "CTAID" in read[0].upper():
            return machine.constant(read[0]), None
        raise Unknown(read[0])
    if kind == "CS2R":
        return [0] * 32 if read[0] == "SRZ" else value(read[0]), [0] * 32
    if kind in ("MOV", "LDC", "R2UR") and "64" not in parts:
        found = value(read[0])
        return ([found[0]] * 32 if kind == "R2UR" else found), None
    if kind == "LDC": # 64 bits
        return value(read[0]), machine.constant(read[0] + "high")
    if kind in ("IADD3", "VIADD") and "X" not in parts:
        return [sum(lane) & MASK for lane in zip(*map(value, read))], None
    if kind == "IMAD" and "X" not in parts:
        a, b = value(read[0]), value(read[1])
        if "WIDE" in parts or "HI" in parts:
            sign = (lambda x: x) if "U32" in parts else signed
            whole = [sign(x) * sign(y) + z for x, y, z in zip(a, b, machine.wide(read[2]))]
            low = [x & MASK for x in whole]
            high = [x >> 32 & MASK for x in whole]
            return (low, high) if "WIDE" in parts else (high, None)
        return [x * y + z & MASK for x, y, z in zip(a, b, value(read[2]))], None
    if kind == "LEA" and "X" not in parts:
        shift = int(read[-1], 0)
        a, b = value(read[0]), value(read[1])
        if "HI" in parts:
            top = [MASK if x >> 31 else 0 for x in a] if "SX32" in parts else value(read[2])
            return [((x | y << 32) << shift >> 32) + z & MASK for x, y, z in zip(a, top, b)], None
        return [(x << shift) + y & MASK for x, y in zip(a, b)], None
    if kind == "LOP3":
        a, b, c = (value(operand) for operand in read[:3])
        return [lop3(int(read[3], 0), *lane) for lane in zip(a, b, c)], None
    if kind == "SHF":
        a, by, c = (value(operand) for operand in read[:3])
        result = []
        for x, shift, y in zip(a, by, c):
            both = x | y << 32
            if "W" in parts:
                shift &= 31
            if "L" in parts:
                both <<= shift if shift < 64 else 64
                result.append(both >> 32 & MASK if "HI" in parts else both & MASK)
            elif "HI" in parts:
                result.append((signed(y) if "S32" in parts or "S64" in parts else y)
                              >> min(shift, 32) & MASK)
            else:
                result.append(both >> min(shift, 64) & MASK)
        return result, None
    if kind == "SEL":
        pick = machine.predicate([part for part in operands if part not in read][-1])
        return [x if p else y for p, x, y in zip(pick, value(read[0]), value(read[1]))], None
    if kind == "PRMT":
        return [permute(*lane) for lane in zip(*map(value, read[:3]))], None
    if kind == "IABS":
        return [abs(signed(x)) for x in value(read[0])], None
    raise Unknown(kind)


def compare(machine, parts, operands):
    """The two results of a comparison."""
    read = [operand for operand in operands if not re.fullmatch(r"!?U?P[0-9T]", operand)]
    if len(read) != 2 or "EX" in parts:
        raise Unknown("comparison")
    test = COMPARE[next(part for part in parts if part in COMPARE)]
    sign = (lambda x: x) if "U32" in parts else signed
    first = [test(sign(x), sign(y)) for x, y in zip(*map(machine.value, read))]
    other = machine.predicate(operands[-1])
    join = {"AND": lambda a, b: a and b, "OR": lambda a, b: a or b,
            "XOR": lambda a, b: a != b}[next(p for p in parts if p in ("AND", "OR", "XOR"))]
    return ([join(a, b) for a, b in zip(first, other)],
            [join(not a, b) for a, b in zip(first, other)])


def passes(addresses, width):
    """As often as the fullest bank has words, for each 128 bytes that lanes access at once."""
    at_once, total = 128 // max(width, 4), 0
    for first in range(0, len(addresses), at_once):
        banks = {}
        for address in addresses[first:first + at_once]:
            for word in range(address // 4, (address + width - 1) // 4 + 1):
                banks.setdefault(word % 32, set()).add(word)
        total += max(map(len, banks.values()))
    return total


def widths(parts, name):
    """Bytes per lane, and how many lanes have addresses."""
    if name in ("LDSM", "STSM"):
        return 16, 8 * next((int(part) for part in parts if part in ("2", "4")), 1)
    return next((int(part.strip("US")) // 8 for part in parts
                 if re.fullmatch(r"[US]?(8|16|64|128)", part)), 4), 32


def seen_address(machine, operands):
    found = ADDRESS.search(" ".join(operands))
    if not found:
        raise Unknown("address")
    scale = int(found[2] or 1)
    base = machine.value(found[1]) if found[1] else [0] * 32
    more = machine.register(found[3]) if found[3] else [0] * 32
    offset = int(found[4] or "0", 0)
    return [x * scale + y + offset & MASK for x, y in zip(base, more)]


def write(machine, destination, low, high):
    number = int(re.search(r"\d+|$", destination)[0] or -1)
    if number < 0:
        return
    letter = "UR" if destination.startswith("U") else "R"
    for i, words in enumerate((low, high)):
        name = f"{letter}{number + i}"
        if words is not None:
            machine.registers[name] = words
        elif i == 0:
            machine.registers.pop(name, None)


def forget(machine, parts, destination, why):
    """What an instruction that is not followed writes is not known: one register, or a pair, four
    of 128 bits, eight of matrices; of a matrix load as many as it has matrices."""
    if destination.lstrip("U").startswith("P"):
        machine.predicates.pop(destination, None)
        return
    number = re.search(r"\d+", destination)
    count = 8 if re.search(r"[HIDBQ]G?MMA", parts[0]) else 4 if "128" in parts or "LDSM" in parts \
        else 2 if "WIDE" in parts or parts[0][0] == "D" or parts[0] == "CS2R" or \
        any(part.endswith("64") for part in parts) else 1
    for i in range(count if number else 0):
        register = f"{'UR' if destination.startswith('U') else 'R'}{int(number[0]) + i}"
        machine.registers.pop(register, None)
        machine.lost[register] = why


def step(machine, operation, operands):
    name, *parts = operation.split(".")
    parts = [name, *parts]
    plain = name[1:] if name.startswith("U") else name
    if plain == "ISETP":
        try:
            both = compare(machine, parts, operands[2:])
        except Unknown:
            both = None, None
        for destination, lanes in zip(operands, both):
            machine.predicates.pop(destination, None)
            if lanes is not None:
                machine.predicates[destination] = lanes
        return
    try:
        write(machine, operands[0], *compute(machine, parts, parts[1:], operands[1:]))
    except (Unknown, IndexError, ValueError, TypeError) as error:
        forget(machine, parts, operands[0],
               str(error) if isinstance(error, Unknown) else operation)
        for operand in operands[1:3]: # carries and results of the kind of a vote
            if re.fullmatch(r"U?P\d", operand):
                machine.predicates.pop(operand, None)


def walk(code, labels, wanted, dice, found, unknown):
    """Runs along a random path, and notes the passes of the accesses that are wanted, or why
    their address is unknown."""
    machine, at = Machine(dice), 0
    for _ in range(STEPS):
        if at >= len(code):
            return
        address, guard, operation, operands = code[at]
        at += 1
        name = operation.split(".")[0]
        if name in ("EXIT", "RET", "BRX", "JMX", "JMP", "BPT"):
            if guard is None and not any(re.fullmatch(r"!?P\d", o) for o in operands) or \
                    dice.random() < 0.05:
                return
        elif name == "BRA":
            label = re.search(r"\.L_\w+", " ".join(operands))
            if guard is None and len(operands) == 1 or dice.random() < 0.5:
                if label is None or label[0] not in labels:
                    return
                at = labels[label[0]]
        elif name == "CALL":
            machine.lost = dict.fromkeys(machine.registers, name)
            machine.registers.clear()
            machine.predicates.clear()
        elif address in wanted and name in ("LDS", "STS", "LDSM", "STSM"):
            width, lanes = widths(operation.split("."), name)
            try:
                count = passes(seen_address(machine, operands)[:lanes], width)
                found.setdefault(address, set()).add(count)
            except Unknown as error: # on this path
                unknown[address] = str(error)
            if name.startswith("LD"):
                forget(machine, operation.split("."), operands[0], operation)
        elif operands and not name.startswith(("ST", "RED", "BAR", "BSSY", "BSYNC", "DEPBAR")):
            step(machine, operation, operands)


def disassembled(nvdisasm, path):
    """{kernel: (code, labels)}"""
    text = subprocess.run([nvdisasm, "-c", path], capture_output=True, text=True).stdout
    kernels, code, labels = {}, [], {}
    for line in text.splitlines():
        section = re.match(r"\s+\.section\s+\.text\.([^,]+),", line)
        if section:
            code, labels = kernels.setdefault(section[1], ([], {}))
        label = re.match(r"(\.L_\w+):", line)
        if label:
            labels[label[1]] = len(code)
        row = LINE.match(line)
        if row:
            operands = [part.strip() for part in re.sub(r"desc\[\w+\]", "", row[4]).split(",")]
            code.append((int(row[1], 16), row[2], row[3], [o for o in operands if o]))
    return kernels


def flagged(path):
    """{kernel: {address: passes}} of the conflicts that the library reports, for groups of 1,024
    threads in one row."""
    text = subprocess.run([lister, path, "1024", "1"], capture_output=True, text=True,
                          check=True).stdout
    found, kernel = {}, None
    for line in text.splitlines():
        words = line.split()
        if words[0] == "kernel":
            kernel = found.setdefault(words[2], {})
        elif words[0] != "status" and "shared" in words[1] and words[5] != "0":
            if int(words[5]) > max(1, int(words[2]) // 4):
                kernel[int(words[0], 16)] = int(words[5])
    return found


def main():
    arguments = sys.argv[3:]
    sample = int(arguments[1]) if arguments[:1] == ["--sample"] else 0
    paths = sorted(arguments[2:] if sample else arguments)
    nvdisasm = disassembler()
    if nvdisasm is None:
        skip("conflicts against an interpreter", "no nvdisasm")
        done()
        return
    dice = random.Random(1)
    rows = [(path, kernel, address, number)
            for path in paths or sorted(glob.glob(os.path.join(
                root, "tests", "data", "machine_code", "*.cubin")))
            for kernel, accesses in flagged(path).items()
            for address, number in accesses.items()]
    if sample and len(rows) > sample:
        rows = dice.sample(rows, sample)
    agree, unseen, wrong = 0, [], []
    for path in sorted({row[0] for row in rows}):
        kernels = disassembled(nvdisasm, path)
        for kernel in sorted({row[1] for row in rows if row[0] == path}):
            wanted = {row[2]: row[3] for row in rows if row[:2] == (path, kernel)}
            found, unknown = {}, {}
            for _ in range(WALKS if kernel in kernels else 0):
                walk(*kernels[kernel], wanted, dice, found, unknown)
                if len(found) == len(wanted) and _ >= 4:
                    break
            for address, number in wanted.items():
                seen = found.get(address)
                agree += seen == {number}
                if seen is None:
                    unseen.append(f"{path} {kernel} 0x{address:x}: {number} passes, "
                                  f"{unknown.get(address, 'not executed')}")
                if seen not in (None, {number}):
                    wrong.append(f"{path} {kernel} 0x{address:x}: {number} passes, not {seen}")
    ok(not wrong, f"{len(rows)} conflicts: {agree} agree, {len(unseen)} were not reached with a "
       f"known address, {len(wrong)} differ", *wrong[:20])
    for text in unseen if sample else ():
        print("# not reached:", text)
    ok(paths or agree >= 10, "enough of them were reached", agree)
    done()


main()
