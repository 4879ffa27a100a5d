# SPDX-License-Identifier: MIT
"""Runs and machine code on the page: the table and the sums of a profile are those of the command,
the loops and the time of a kernel too, and two files are compared."""
import gzip
import json
import os
import re
import shutil
import sqlite3
import subprocess
import time

import hosting
from tap import ok

TABLE = """(id) => [...document.querySelectorAll(`#${id} tbody tr`)].map((row) =>
    [...row.cells].map((cell) => cell.textContent === "no name" ? "" : cell.textContent))"""
LINES = "(id) => [...document.querySelectorAll(`#${id} li`)].map((line) => line.textContent)"


def wait(page, condition):
    for _ in range(600):
        if page.evaluate(condition):
            return
        time.sleep(0.03)
    raise TimeoutError(f"{condition}: {page.errors}")


def drop(page, paths):
    page.evaluate("document.getElementById('files').dataset.files = ''")
    page.files("#drop", paths)
    wait(page, f"document.getElementById('files').dataset.files === '{len(paths)}'")


def plain(cell):
    """The text of a cell in Markdown."""
    code = re.fullmatch(r"(`+) ?(.*?) ?\1", cell)
    return code[2].replace("\\|", "|") if code else re.sub(r"\\(.)", r"\1", cell)


def told(tool, *words):
    """The cells and the sentences that the command prints."""
    text = subprocess.run([tool, "profile", "--format", "markdown", *words], capture_output=True,
                          text=True, check=False, timeout=60).stdout
    lines = [line for line in text.splitlines() if line]
    table = [[plain(cell.strip()) for cell in re.split(r"(?<!\\)\|", line[1:-1])]
             for line in lines if line.startswith("|")]
    return table[2:], [plain(re.sub(r"^\* ", "", line)) for line in lines
                       if not line.startswith("|")]


def shown(page):
    return page.evaluate(f"({TABLE})('run-table')"), page.evaluate(f"({LINES})('run-sums')")


def named(sentences, folder):
    """Sentences with the names of files instead of their paths."""
    return [sentence.replace(folder + os.sep, "") for sentence in sentences]


def check_profiles(page, root, tool, folder):
    data = os.path.join(root, "tests", "data", "runs")
    names = sorted(name for name in os.listdir(data)
                   if os.path.exists(os.path.join(data, name + ".expected")))
    wrong, rows = [], 0
    for name in names:
        path = os.path.join(data, name)
        drop(page, [path])
        table, sums = told(tool, path)
        seen = shown(page)
        rows += len(table)
        if seen != (table, named(sums, data)) and list(seen) != [table, named(sums, data)]:
            wrong.append(f"{name}: {seen} instead of {table} {sums}")
    ok(not wrong and len(names) > 15 and rows > 30, f"{rows} rows and the sums of {len(names)} "
       "profiles are those of gpuocc profile", *wrong[:4])
    packed = os.path.join(folder, "packed.json.gz")
    with open(os.path.join(data, "rocprofv3.json"), "rb") as file, open(packed, "wb") as out:
        out.write(gzip.compress(file.read()))
    drop(page, [packed])
    ok(shown(page)[0] == told(tool, os.path.join(data, "rocprofv3.json"))[0], "a profile as gzip")
    pair = [os.path.join(data, f"ncu_{name}.csv") for name in ("raw", "details")]
    drop(page, pair)
    difference = told(tool, "--baseline", pair[0], pair[1])
    ok(list(shown(page)) == list(difference) and len(difference[0]) == 3,
       "two runs are compared as by --baseline", shown(page), difference)
    page.evaluate("document.getElementById('run-sum').click()")
    wait(page, f"({TABLE})('run-table')[0].length > 8")
    table, sums = told(tool, *pair)
    ok(list(shown(page)) == [table, named(sums, data)], "or added up", shown(page), table, sums)
    opened = page.evaluate("""(() => {
        document.querySelector("#run-table tbody button").click();
        return [document.getElementById("search").value, document.getElementById("grid-groups")
            .value, document.querySelector("[data-n=waves]").textContent];
    })()""")
    ok(opened[:2] == ["GeForce RTX 5090", "1024"] and opened[2] == "40",
       "a shape opens in the calculator", opened)


def check_refused(page, folder):
    database = os.path.join(folder, "run.sqlite")
    with sqlite3.connect(database) as opened:
        opened.execute("create table x (y)")
    opened.close()
    drop(page, [database])
    said = page.evaluate("document.getElementById('files-trouble').textContent")
    ok("run.sqlite is an SQLite database, which is not read here" in said and
       page.evaluate("document.getElementById('run').hidden"), "a database is refused", said)


def check_code(page, root, tool):
    path = os.path.join(root, "tests", "data", "machine_code", "six_sm_80.cubin")
    page.evaluate("""history.replaceState(null, "", "#d=RTX+3090&threads_per_group=128&g=4096"),
        dispatchEvent(new Event("hashchange"))""")
    drop(page, [path])
    page.evaluate("""[...document.querySelectorAll("#kernels tbody tr")].find((row) =>
        row.cells[0].textContent === "gather").querySelector("button.link").click()""")
    wait(page, "document.getElementById('explain').dataset.shown")
    page.evaluate("""(() => {
        const values = { threads: 128, grid: 4096, trips: 100 };
        for (const [name, value] of Object.entries(values)) {
            const input = document.getElementById("explain-" + name);
            input.value = value;
            input.dispatchEvent(new Event("input"));
        }
        document.getElementById("explain").dataset.shown = "";
    })()""")
    wait(page, "document.getElementById('explain').dataset.shown")
    answer = json.loads(subprocess.run(
        [tool, "explain", "--json", path, "gather", "-d", "RTX 3090", "-t", "128", "-g", "4096",
         "--trips", "100"], capture_output=True, text=True, check=True).stdout)["kernels"][0]
    loops = page.evaluate(f"({TABLE})('explain-answer')")
    code = [[f"0x{loop['first']:x} to 0x{loop['last']:x}" if loop["depth"] else "all",
             *(str(loop[name]) for name in ("depth", "instructions", "load_bytes", "store_bytes",
                                            "loads_in_flight"))] for loop in answer["loops"]]
    text = page.evaluate("document.getElementById('explain').textContent")
    time_us = answer["prediction"]["time_us"]
    paragraphs = [answer["prediction_paragraph"], answer["loops"][0]["paragraph"]]
    ok([row[:6] for row in loops] == code and loops[0][6:] == ["15 to 25", "yes", "dram"] and
       f"{time_us['expected']:.4g} µs" in text and all(part in text for part in paragraphs),
       "the loops, the time and the verdict of a kernel are those of gpuocc explain", loops, text)


def check_changed(page, root, folder):
    """Two builds of the same kernels: the one with 40 registers is the command's k_const."""
    data = os.path.join(root, "tests", "data", "kernels", "nvidia")
    pair = [os.path.join(folder, name) for name in ("before.txt", "after.txt")]
    with open(os.path.join(data, "small.ptxas.txt"), encoding="utf-8") as file:
        text = file.read()
    found = re.search(r"Used (\d+) registers", text)
    for path, change in zip(pair, (text, text.replace(found[0], "Used 200 registers", 1))):
        with open(path, "w", encoding="utf-8") as file:
            file.write(change)
    drop(page, pair)
    rows = page.evaluate(f"({TABLE})('files-changed')")
    ok(len(rows) == 1 and rows[0][1] == f"{found[1]} → 200",
       "two files of kernels are compared by name", rows)
    shutil.copy(pair[0], pair[1])
    drop(page, pair)
    said = page.evaluate("document.getElementById('files-changed').textContent")
    ok(said.endswith("No kernel of both files differs."), "also if none differs", said)


def check_hosted(page, root, tool, site):
    """In a folder the readers are a file, which the page asks for at the first run, not before; its
    service worker has it without a network."""
    path = os.path.join(root, "tests", "data", "runs", "ncu_raw.csv")
    server, address = hosting.serve(site)
    at = len(page.requests)
    page.call("Page.navigate", url="about:blank")
    page.open(address)
    before = [name for name in page.requests[at:] if name.endswith("readers.gz")]
    drop(page, [path])
    after = [name for name in page.requests[at:] if name.endswith("readers.gz")]
    ok(not before and after == [address + "readers.gz"] and shown(page)[0] == told(tool, path)[0],
       "where the page is served, the first run loads what reads it", before, after)
    server.shutdown()
    server.server_close()


def check(page, root, tool, folder):
    at = len(page.requests)
    page.evaluate("document.getElementById('files').hidden = true")
    check_profiles(page, root, tool, folder)
    check_refused(page, folder)
    check_code(page, root, tool)
    check_changed(page, root, folder)
    ok(page.requests[at:] == [], "nothing of a run or a kernel leaves the page",
       page.requests[at:])
    page.evaluate("""["files", "run", "explain"].forEach((id) => {
        document.getElementById(id).hidden = true; })""")
