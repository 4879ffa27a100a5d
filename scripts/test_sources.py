# SPDX-License-Identifier: MIT
"""Finds the sources of each Meson test, for scripts/empty_data and scripts/mutate."""
import json
import os
import re
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TESTS = os.path.join(ROOT, "tests") + os.sep


def ask(build, what):
    return json.loads(subprocess.run(["meson", "introspect", what, build], check=True,
                                     capture_output=True, text=True).stdout)


def text_of(path):
    """Returns the text of a source of the tests, with the files that it includes or imports from
    its folder. A script that imports by name may import every module there."""
    with open(os.path.join(ROOT, path), errors="replace") as file:
        text = file.read()
    included = [os.path.join(folder, name) for name in re.findall(r'#include "([^"]+)"', text)
                for folder in (os.path.dirname(path), "tests")]
    if path.endswith(".py"):
        included += [os.path.join(os.path.dirname(path), name + ".py")
                     for name in re.findall(r"^(?:from|import) (\w+)", text, re.M)]
        if "importlib.import_module" in text:
            included += [os.path.join(os.path.dirname(path), name)
                         for name in sorted(os.listdir(os.path.join(ROOT, os.path.dirname(path))))
                         if name.endswith(".py") and not name.startswith("test_")]
    return text + "".join(text_of(name) for name in dict.fromkeys(included)
                          if os.path.isfile(os.path.join(ROOT, name)))


def tests_of(build):
    """Returns every test as Meson describes it, its command with absolute paths ("cmd"), its suites
    without the project's name ("suite"), and the text of its sources and its command ("text")."""
    sources = {}
    for target in ask(build, "--targets"):
        for path in target["filename"]:
            sources[path] = [os.path.relpath(source, ROOT)
                             for group in target["target_sources"]
                             for source in group.get("sources", []) if source.startswith(TESTS)]
    for entry in ask(build, "--tests"):
        # Meson runs them in the build folder, which paths may pass through.
        entry["cmd"] = words = [os.path.normpath(os.path.join(build, word))
                                if os.path.exists(os.path.join(build, word)) else word
                                for word in entry["cmd"]]
        entry["suite"] = {suite.split(":")[-1] for suite in entry["suite"]}
        paths = [path for word in words for path in sources.get(word, [])]
        paths += [os.path.relpath(word, ROOT) for word in words
                  if word.startswith(TESTS) and word.endswith(".py")]
        entry["text"] = "".join(map(text_of, paths)) + " ".join(words)
        yield entry
