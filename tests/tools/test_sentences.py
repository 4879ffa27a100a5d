# SPDX-License-Identifier: MIT
"""Tests the sentences of gpuocc pad, most, best and schedule in the words of each vendor and in
Chinese: test_sentences.py SOURCE TOOL."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from command import knows, run
from tap import done, ok, skip

SOURCE = sys.argv[1]
# What a vendor calls a group, a wave and a core, and words of others that its sentences lack.
VENDORS = {
    "RTX 4090": ("block", "warp", "SM", "线程块", ("group", "wave", "core")),
    "MI300X": ("work-group", "wave", "CU", "工作组", ("block", "warp", "core")),
    "RX 7900 XTX": ("work-group", "wave", "WGP", "工作组", ("block", "warp", "core")),
    "Iris Xe (Tiger Lake 96 EU)": ("work-group", "hardware thread", "sub-slice", "工作组",
                                   ("block", "warp", "wave", "Xe core", "vector engine")),
    "UHD Graphics 630": ("work-group", "hardware thread", "sub-slice", "工作组",
                         ("block", "warp", "wave", "Xe core", "vector engine")),
    "Arc A770": ("work-group", "hardware thread", "Xe core", "工作组",
                 ("block", "warp", "wave", "sub-slice", "EU")),
    "M1": ("threadgroup", "SIMD-group", "GPU core", "线程组", ("block", "warp", "wave")),
    "Adreno 630": ("work-group", "wave", "shader processor", "工作组", ("block", "warp")),
    "Mali-G710 MP10": ("work-group", "warp", "shader core", "工作组", ("block", "wave")),
}
COMMANDS = [("pad", "--groups", "1"), ("most", "--groups", "2"), ("most", "--waves", "4"),
            ("best",), ("schedule", "--grid-groups", "1000")]


def sentences(answer):
    """The lines without those of tables, whose names are the same for all."""
    return [line for line in answer.text.splitlines() if not re.search(r"\S  +\S|^ +\d", line)]


for device, (group, wave, core, chinese, foreign) in VENDORS.items():
    if not knows(device):
        skip(device, "left out of this build")
        continue
    said = ""
    for command, *options in COMMANDS:
        threads = () if command == "best" else ("-t", "64")
        size = ("-w", "16") if re.match("Iris|UHD|Arc|Mali", device) else ()
        asked = (command, device, *options, *threads, *size)
        own, neutral, other = (run(*asked, *more) for more in
                               ((), ("--neutral",), ("--language", "zh")))
        ok(own.code == neutral.code == other.code == 0, f"{device}: {command} {options}", own)
        text = "\n".join(sentences(own))
        said += text
        wrong = [word for word in foreign
                 if re.search(rf"(?<![-\w]){word}s?(?![-\w])", text.replace(device, ""), re.I)
                 and word not in (group, wave, core)]
        ok(not wrong, f"{device}: {command} in the vendor's words", wrong, text)
        # All numbers are in every language, and only names are in Latin letters.
        numbers = [sorted(re.findall(r"\d+(?:\.\d+)?", "".join(sentences(one))))
                   for one in (own, neutral, other)]
        ok(numbers[0] == numbers[1] and (numbers[0] == numbers[2] or "WGP" in text),
           f"{device}: {command}: the numbers in all words", *numbers)
        first = sentences(other)[0]
        ok(re.search("[\u4e00-\u9fff]", first) and (chinese in other.text or command == "most"),
           f"{device}: {command} in Chinese", first)
    ok(group in said and core in said, f"{device}: {group} and {core} are said", said)

# What is assumed of the kernels in files; of several vendors in the neutral words.
DATA = os.path.join(SOURCE, "tests", "data", "kernels")
FILES = [os.path.join(DATA, *name) for name in (("nvidia", "k_sm_75.cubin"), ("amd", "gfx90a.co"),
                                                ("intel", "acm-g10.zebin"))]
for paths, own, chinese in ((FILES[:1], "blocks", "线程块"), (FILES[1:2], "work-groups", "工作组"),
                            (FILES[2:], "work-groups", "工作组"), (FILES[:2], "groups", "线程组")):
    names = " ".join(map(os.path.basename, paths))
    for options, line in (((), f"\nAssumed: {own} "),
                          (("--neutral",), "\nAssumed: groups "),
                          (("--language", "zh"), f"\n假定：{chinese}")):
        answer = run("kernels", *paths, *options)
        ok(line in answer.text and answer.code == 0, f"kernels {names} {' '.join(options)}",
           answer.text[-600:])

ok(run("pad", "sm_80", "-t", "256", "-r", "32", "--groups", "9", "--json").text ==
   run("pad", "sm_80", "-t", "256", "-r", "32", "--groups", "9", "--json", "--language",
       "zh").text, "a message in JSON has the neutral words")


# Every phrase of the command is in Chinese, with the same values, and there are no others.
def strings(text):
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', text))


def read(path):
    with open(os.path.join(SOURCE, path), encoding="utf-8") as file:
        return file.read()


asked, table = set(), {}
for folder, _, names in os.walk(os.path.join(SOURCE, "tools")):
    for name in names:
        calls = r"words_add|words_line|words_add_of" + "|say" * folder.endswith("kernels")
        text = read(os.path.join(folder, name)) if name.endswith(".c") else ""
        for call in re.findall(rf"\b(?:{calls})\(((?:[^()\"]|\"(?:[^\"\\]|\\.)*\"|"
                               r"\([^()]*\)|\((?:[^()]|\([^()]*\))*\))*)\);", text):
            call = re.sub(r"TEXTS\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)", "", call)
            asked.update(re.sub(r'"\s*"', "", literal)[1:-1] for literal in
                         re.findall(r'"(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*', call))
# What the readers of kernels assume and note. Three notes are never printed: a column shows them.
literals = r'"(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*'
said = {strings(one) for path in ("kernels/words.c", "tools/commands/kernels/table.c")
        for one in re.findall(literals, read(path))}
abouts = {strings(one) for one in re.findall(literals, read("kernels/words.c"))
          if " " in strings(one)}
for pair in re.findall(r'^PHRASE\((.*?)\)$', read("kernels/sentences/zh.def"), re.M | re.S):
    english, own = re.split(r'(?<="),\s+(?=")', pair, maxsplit=1)
    table[strings(english)] = strings(own)
ok(len(asked) > 30 and asked <= set(table), "all phrases are in Chinese", asked - set(table))
ok(set(table) <= asked | said, "no phrase is left over", set(table) - asked - said)
ok(len(abouts - set(table)) == 3, "what is assumed and noted of kernels is in Chinese",
   abouts - set(table))
VALUE = r"\{(\$?\d)[^}]*\}"
wrong = {english: own for english, own in table.items()
         if sorted(set(re.findall(VALUE, english))) != sorted(set(re.findall(VALUE, own)))}
ok(not wrong, "they have the same values", wrong)
done()
