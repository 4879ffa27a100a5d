# SPDX-License-Identifier: MIT
"""Makes the mutants of the library's sources, for scripts/mutate."""
import glob
import hashlib
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SOURCES = ("lib/*/*.c", "lib/*/*.h", "devices/*/*.c", "devices/registry.c", "models/*.c")
TOOLS = ("tools/*.c", "tools/*.h", "tools/*/*.c", "tools/*/*.h", "tools/*/*/*.c", "tools/*/*/*.h",
         "kernels/*.c", "kernels/*.h", "kernels/*/*.c", "kernels/*/*.h", "runs/*.c", "runs/*.h")
# Data, help texts, and code that is only compiled for Windows.
TABLES = ("/tables.c", "lib/device/table.h", "lib/device/model.h", "lib/gpuocc.map", "/help.c",
          "_windows.c")
TOKEN = re.compile(r'(?P<comment>/\*.*?\*/|//[^\n]*)|(?P<text>"(?:\\.|[^"\\])*"'
                   r"|'(?:\\.|[^'\\])*')"
                   r"|(?P<directive>^[ \t]*#[ \t]*(?!define)[^\n]*(?:\\\n[^\n]*)*)"
                   r"|(?P<number>\b(?:0[xX][0-9a-fA-F]+[uUlL]*|(?:\d+\.\d*|\.\d+|\d+)"
                   r"(?:[eE][-+]?\d+)?[uUlLfF]*))|(?P<word>[A-Za-z_]\w*)"
                   r"|(?P<operator>&&|\|\||<=|>=|==|!=|<<=?|>>=?|->|\+\+|--|[-+*/%&|^]=|[^\s])",
                   re.S | re.M)
OPEN, CLOSE = "([{", ")]}"
EDGES = {"=", ",", ";", "?", ":", "return", "{", "}", "+=", "-=", "|=", "&=", "*="}


class Mutant:
    """One change. Its name does not change unless its function does."""

    def __init__(self, path, text, start, end, new, what):
        self.path, self.start, self.end, self.new, self.what = path, start, end, new, what
        self.line = text.count("\n", 0, start) + 1
        self.source = text.splitlines()[self.line - 1].strip()
        first = max(text.rfind("\n}", 0, start), 0)
        last = text.find("\n}", end)
        block = text[first:last if last > 0 else len(text)]
        # Data at the top level of a file is not preceded by a function's opening brace.
        heads = re.findall(r"(\w+)\([^;{}]*\)\n\{", text[first:start])
        self.in_function = re.search(r"\)\n\{", text[first:start]) is not None
        self.function = heads[-1] if heads else ""
        self.name = (f"{path}:{hashlib.sha1(block.encode()).hexdigest()[:8]}:{start - first}:"
                     f"{what}")

    def __str__(self):
        return f"{self.path}:{self.line}: {self.what}: {self.source}"


def tokens_of(text):
    return [(match.lastgroup, match.group(), match.start(), match.end())
            for match in TOKEN.finditer(text)
            if match.lastgroup not in ("comment", "directive")]


def matching(tokens, at):
    """Returns the index of the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(tokens)):
        depth += tokens[i][1] in OPEN
        depth -= tokens[i][1] in CLOSE
        if depth == 0:
            return i
    return len(tokens) - 1


def operands(tokens):
    """Returns (first, last) token of every condition that independently decides something."""
    found = set()
    for i, (kind, word, _, _) in enumerate(tokens):
        if word in ("if", "while") and i + 1 < len(tokens) and tokens[i + 1][1] == "(":
            found.add((i + 2, matching(tokens, i + 1) - 1))
        elif word == "for" and tokens[i + 1][1] == "(":
            end, parts, depth = matching(tokens, i + 1), [], 0
            for j in range(i + 2, end):
                depth += tokens[j][1] in OPEN
                depth -= tokens[j][1] in CLOSE
                if tokens[j][1] == ";" and depth == 0:
                    parts.append(j)
            if len(parts) == 2 and parts[0] + 1 < parts[1]:
                found.add((parts[0] + 1, parts[1] - 1))
        elif word in ("&&", "||", "?"):
            found.add(side(tokens, i, -1))
            if word != "?":
                found.add(side(tokens, i, 1))
    return sorted(pair for pair in found if pair[0] <= pair[1] and
                  not any(inner(tokens, *pair)))


def side(tokens, at, step):
    """Returns the operand of && || ? before (-1) or after (1) its operator."""
    depth, i = 0, at + step
    while 0 <= i < len(tokens):
        word = tokens[i][1]
        if word in (CLOSE if step < 0 else OPEN):
            depth += 1
        elif word in (OPEN if step < 0 else CLOSE):
            if depth == 0:
                break
            depth -= 1
        elif depth == 0 and (word in EDGES or word in ("&&", "||")):
            break
        i += step
    return (i + 1, at - 1) if step < 0 else (at + 1, i - 1)


def inner(tokens, first, last):
    """Returns the && || ? of a condition, without those in the arguments of its calls."""
    stack = []
    for i in range(first, last + 1):
        word = tokens[i][1]
        if word in OPEN:
            stack.append(word == "(" and i > 0 and tokens[i - 1][0] == "word" or word == "[")
        elif word in CLOSE and stack:
            stack.pop()
        elif word in ("&&", "||", "?") and not any(stack):
            yield i


def changed(number, by):
    """Returns the constant increased or decreased by one, or None if there is none."""
    if number[0] == "'":
        new = chr(ord(number[1]) + by)
        printable = " " <= new <= "~" and new not in "'\\"
        return f"'{new}'" if printable and len(number) == 3 else None
    match = re.match(r"(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)$", number)
    if match:
        octal = re.match("0[0-7]+$", match.group(1))
        value = int(match.group(1), 8 if octal else 0) + by
        base = "0%o" if octal else "0x%x" if number[:2] in ("0x", "0X") else "%d"
        return None if value < 0 or value > 0xffffffff else base % value + match.group(2)
    match = re.match(r"([0-9.eE+-]+)([fFlL]*)$", number)
    return repr(float(match.group(1)) + by) + match.group(2) if match else None


def is_length(tokens, i):
    """Whether a constant is between brackets of a declaration: `uint16_t list[LENGTH + 1];`."""
    while i > 0 and (tokens[i - 1][0] in ("word", "number") or tokens[i - 1][1] in "+-*/"):
        i -= 1
    if tokens[i - 1][1] != "[":
        return False
    i -= 2
    return i >= 1 and tokens[i][0] == "word" and tokens[i - 1][0] == "word" and \
        tokens[i - 1][1] not in ("return", "case")


def arms(tokens, at):
    """Returns the texts of both arms of the ?: whose ? is at `at`."""
    depth, middle, i = 0, None, at + 1
    while i < len(tokens):
        word = tokens[i][1]
        if depth == 0 and middle is None and word == ":":
            middle = i
        elif depth == 0 and (word in CLOSE or word in (";", ",", "?", ":")):
            break
        depth += (word in OPEN) - (word in CLOSE)
        i += 1
    return middle and (tokens[at + 1:middle], tokens[middle + 1:i])


def is_minimum(tokens, at):
    """Whether it is the < of `a < b ? a : b`, where both arms are equal if a is b."""
    left, right = side(tokens, at, -1), side(tokens, at, 1)
    both = [[token[1] for token in tokens[first:last + 1]] for first, last in (left, right)]
    after = right[1] + 1
    if after >= len(tokens) or tokens[after][1] != "?" or not all(both):
        return False
    found = arms(tokens, after)
    if not found:
        return False
    texts = [" ".join(token[1] for token in arm) for arm in found]
    for operand in both:
        texts = [f" {text} ".replace(f" {' '.join(operand)} ", " @ ").strip() for text in texts]
    return texts[0] == texts[1]


def mutants_of(path):
    text = open(os.path.join(ROOT, path)).read()
    tokens, found = tokens_of(text), []
    for first, last in operands(tokens):
        start, end = tokens[first][2], tokens[last][3]
        old = text[start:end]
        found.append(Mutant(path, text, start, end, f"!({old})",
                            "negate " + re.sub(r"\s+", " ", old)))
    for i, (kind, word, start, end) in enumerate(tokens):
        if word in ("<", ">", "<=", ">=") and not is_minimum(tokens, i):
            new = word[0] if len(word) == 2 else word + "="
            found.append(Mutant(path, text, start, end, new, f"{word} to {new}"))
        elif (kind == "number" or word[0] == "'") and not is_length(tokens, i):
            for by in (1, -1):
                new = changed(word, by)
                # Any number except 0 means yes, and any below 0 means failed.
                before = [token[1] for token in tokens[i - 2:i]]
                returned = before[-1] == "return" or before == ["return", "-"]
                if new is not None and (by < 0 or word != "1" or not returned):
                    found.append(Mutant(path, text, start, end, new, f"{word} to {new}"))
    return found


def all_mutants(only, sources=SOURCES):
    paths = [os.path.relpath(path, ROOT) for pattern in sources
             for path in sorted(glob.glob(os.path.join(ROOT, pattern)))]
    paths = [path for path in paths if not path.endswith(TABLES) and re.search(only, path)]
    return [mutant for path in paths for mutant in mutants_of(path)]
