#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that public text uses plain English and the field's terms. Searches for words and phrases
to avoid in the comments of public headers, README.md, the pages, the manual pages and the texts
that the library and the command print, and for spelling errors with codespell.
Usage: test_words.py SOURCE_ROOT"""
import glob
import os
import re
import shutil
import subprocess
import sys

root = sys.argv[1]
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok, skip  # noqa: E402

# What must not be written, and what to write instead.
PHRASES = {
    r"what stops|stops the next": "the limiting resource",
    r"so many": "the number, or N",
    r"nobody (?:knows|has|publishes|measured)|known to nobody|to anyone": "unknown, not published",
    r"(?:is|are|be) told|tells? apart": "knows, gets, distinguishes",
    r"of one's own|(?:the )?caller's own|of their own": "custom, separate",
    r"starts? anew": "a discontinuity",
    r"as seen from": "relative to",
    r"spoken of|speaks? of": "mentioned, described",
    r"stands? (?:below|behind|beside|with|here|there|in|under)": "is",
    r"whatever one|as good as nothing": "a full sentence",
    r"admits? (?:more|fewer|no|as)": "gives, allows",
    r"stretch(?:es)?": "plateau, interval",
    r"joint step": "two-field step",
    r"given up": "disabled",
    r"looked at in": "considered",
    r"hands? out|handed out": "allocates",
    r"at no (?:price)": "without cost",
    r"(?:is|are) no (?:whole|choice|amount|field|device|error|result|enum|number)\b": "is not a",
    r"how far (?:it|they|each) can be trusted": "confidence, accuracy",
    r"holds? (?:no|a|an|the|them|it|what|more|as|every|of)\b": "contains, has room for",
    r"and the like|and its like": "and so on, similar",
    r"sees to (?:it|that)": "ensures",
    r"has to be (?:waited|told|given)|have to be (?:told|given)": "is required, must be",
    r"brief|dressed|spelled": "fast path, formatted, written",
    r"possible are": "valid values are",
    r"says? nothing of": "has no answer about",
    r"everything else as it is": "everything else unchanged",
    r"takes? turns": "alternate",
    r"waves at hand": "resident waves",
    r"gave? up\b|gives? up": "disabled, abandoned",
    r"truth of": "actual behaviour of",
    r"may come again": "may be given several times",
    r"what is not known": "unknown values",
    r"takes? for (?:granted|garbage)|taken for garbage": "treats as",
}


def text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def joined(lines):
    """Joins lines, because sentences may break across them."""
    return re.sub(r"\s+", " ", " ".join(lines))


def comments(source):
    return joined(re.sub(r"\n\s*\*", "\n", found)
                  for found in re.findall(r"/\*.*?\*/", source, re.S))


def strings(source):
    """Returns the string literals of C; adjacent ones are one text."""
    return joined(re.sub(r'"\s*"', "", found).replace("\\n", " ") for found in re.findall(
        r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*', re.sub(r"^#.*", "", source, flags=re.M)))


def prose(page):
    """Returns a page without its blocks and quoted words."""
    page = re.sub(r"^```.*?^```", "", page, flags=re.S | re.M)
    return joined([re.sub(r"`[^`]*`", "`x`", page)])


def manual(page):
    return joined(line for line in page.splitlines() if not re.match(r'\.\\"', line))


KINDS = [(comments, "include/**/*.h"), (comments, "models/include/**/*.h"),
         (comments, "runs/include/**/*.h"),
         (prose, "README.md"), (prose, "docs/*.md"),
         (manual, "docs/man/*"), (strings, "lib/base/*.c"), (strings, "lib/base/*.def"),
         (strings, "lib/advice/sentences.c"), (strings, "tools/**/*.c")]
found, files = [], []
for kind, pattern in KINDS:
    for path in sorted(glob.glob(os.path.join(root, pattern), recursive=True)):
        name = os.path.relpath(path, root)
        files.append(path)
        content = kind(text(path))
        for phrase, better in PHRASES.items():
            for match in re.finditer(rf"\b(?:{phrase})", content, re.I):
                around = content[max(0, match.start() - 40):match.end() + 20]
                found.append(f"{name}: ...{around}... -> {better}")
ok(len(files) > 60 and not found, f"{len(files)} public files use none of {len(PHRASES)} phrases",
   *found)
# Words that codespell does not know.
WORDS = "crate,hsa,nd,optin,statics"
if shutil.which("codespell") is None:
    skip("spelling", "no codespell")
else:
    run = subprocess.run(["codespell", "--ignore-words-list", WORDS, *files], capture_output=True,
                         text=True)
    ok(run.returncode == 0, f"codespell finds no error in {len(files)} files",
       *run.stdout.splitlines())
done()
