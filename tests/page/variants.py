# SPDX-License-Identifier: MIT
"""The variants of the page: rows with the answer of `gpuocc eval`, sorted, opened, copied, and part
of the address."""
import csv
import io
import subprocess
from urllib.parse import urlencode

import questions as ask
from tap import ok

NAMES = ("base", 'a, "b"', "x | y", "-O3", "=1+1", "Größe 2", "<b>", "c\\d")
# Sets the address, with a clipboard that the test can read.
GO = """((hash) => {
    navigator.clipboard.writeText = async (text) => { window.copied = text; };
    history.replaceState(null, "", hash);
    dispatchEvent(new Event("hashchange"));
})"""
CELLS = """[...document.querySelectorAll("#variants tbody tr")].map((row) =>
    [...row.cells].map((cell) => cell.querySelector("input")?.value ?? cell.textContent))"""


def address(rows):
    words = [("d", "RTX 4090"), ("threads_per_group", 256), ("g", "")]
    return "#" + urlencode(words + [("k", urlencode(row)) for row in rows])


def kept(name, question, time=None):
    words = [("d", question["device"])]
    if question["convention"] != "default":
        words.append(("c", question["convention"]))
    words += [(field, "zero" if value == 0 else value)
              for field, value in question["kernel"].items()]
    return words + [("n", name)] + ([("t", time)] if time else [])


def copied(page, button):
    page.evaluate(f"document.getElementById('{button}').click()")
    return page.evaluate("copied")


def evaluated(tool, text):
    """The rows of `gpuocc eval` for a CSV: those of the page, and the answers behind them."""
    said = subprocess.run([tool, "eval"], input=text, capture_output=True, text=True, check=False)
    rows = list(csv.reader(io.StringIO(said.stdout)))
    width = len(next(csv.reader(io.StringIO(text))))
    if not rows:
        return [], said.stderr
    return [(dict(zip(rows[0][:width], row)), dict(zip(rows[0][width:], row[width:])))
            for row in rows[1:]], said.stderr


def expected(answer):
    """What the page writes to the columns that gpuocc eval has as well."""
    if answer["message"]:
        return {"resident_groups": "", "resident_waves": "", "refusal": answer["message"]}
    groups = answer["groups"]
    if answer["groups_low"]:
        high = answer["groups_high"]
        groups = f"{answer['groups_low']} " + (f"to {high}" if high else "or more")
    row = {"resident_groups": groups, "wave_slots": answer["max_waves"], "refusal": "",
           "limited_by": answer["limiters"], "resident_waves": answer["waves"],
           "occupancy_percent": answer["percent"]}
    return {key: value for key, value in row.items() if value or key == "refusal"}


def check_csv(page, tool, devices):
    asked = list(ask.questions(40, devices, 17))
    rows = [kept(NAMES[i % len(NAMES)] + str(i), question, 40 - i)
            for i, question in enumerate(asked)]
    page.evaluate(f"{GO}({ask.json.dumps(address(rows))})")
    text = copied(page, "copy-csv")
    pairs, trouble = evaluated(tool, text)
    wrong, agreed = [], 0
    for ours, answer in pairs:
        for key, value in expected(answer).items():
            agreed += ours[key] == value
            if ours[key] != value:
                wrong.append(f"{ours['name']} {key}: {ours[key]!r} instead of {value!r}")
    ok(len(pairs) == 40 and not wrong and agreed > 150,
       f"{agreed} numbers of 40 variants, copied as CSV, are those of gpuocc eval", trouble, *wrong)
    names = [ours["name"] for ours, _ in pairs]
    ok(names[:5] == ["base0", 'a, "b"1', "x | y2", "'-O33", "'=1+14"],
       "names are quoted, and none is a formula", names)
    ok([float(ours["time_us"]) for ours, _ in pairs] == [40 - i for i in range(40)],
       "times are copied")
    more = page.evaluate("document.getElementById('variant-keep').disabled")
    ok(more, "there are at most 40 rows")


def check_sort(page, tool):
    rows = [[("d", "RTX 4090"), ("threads_per_group", 224), ("registers_per_thread", registers),
             ("n", name)] + ([("t", time)] if time else [])
            for name, registers, time in (("b", 96, 7), ("a", 300, 12), ("d", 40, 0),
                                          ("c", 80, 3))]
    page.evaluate(f"{GO}({ask.json.dumps(address(rows))})")
    orders = {}
    for key in ("name", "registers_per_thread", "occupancy_percent", "resident_waves",
                "limited_by", "time_us"):
        for turn in ("up", "down"):
            page.evaluate(f"document.querySelector('#variants [data-key={key}]').click()")
            names = [cells[0] for cells in page.evaluate(CELLS) if len(cells) > 1]
            orders[f"{key} {turn}"] = "".join(names)
    # gpuocc occupancy "RTX 4090" -t 224 -r 40, 80, 96: 42, 21 and 14 of 48 waves, limited by warps,
    # registers and registers; 300 is refused. What has no value is last in both directions.
    ok(orders == {"name up": "abcd", "name down": "dcba", "registers_per_thread up": "dcba",
                  "registers_per_thread down": "abcd", "occupancy_percent up": "bcda",
                  "occupancy_percent down": "dcba", "resident_waves up": "bcda",
                  "resident_waves down": "dcba", "limited_by up": "bcda",
                  "limited_by down": "dcba", "time_us up": "cbad", "time_us down": "abcd"},
       "the columns sort the rows", orders)
    text = copied(page, "copy-csv")
    pairs, _ = evaluated(tool, text)
    ok("".join(ours["name"] for ours, _ in pairs) == "abcd", "the copy is in the order shown", text)
    table = copied(page, "copy-markdown").splitlines()
    ok(len(table) == 6 and len({line.count("|") for line in table}) == 1 and
       table[5].startswith("| d | RTX 4090 | 224 | 40 | 87.5 % | 6 | 42 |") and
       "registers_per_thread is 300, sm_89 allows 255" in table[2] and
       table[1].startswith("| --- | --- | --: |"), "Markdown has the rows and the refusal", *table)


def check_keep(page):
    page.evaluate(f"""{GO}("#d=RTX+4090&threads_per_group=224&registers_per_thread=96&" +
        "x.core_count=10")""")
    said = page.evaluate(f"""(() => {{
        const keep = (name) => {{
            document.getElementById("variant-name").value = name;
            document.getElementById("variant-keep").click();
        }};
        const set = (input, text, event) => {{
            input.value = text;
            input.dispatchEvent(new Event(event));
        }};
        const registers = document.getElementById("f-registers_per_thread");
        keep("first");
        set(registers, "unknown", "input");
        keep("");
        set(registers, "80", "input");
        keep("x | <i>y</i>");
        set(registers, "40", "input");
        keep("first");
        set(document.querySelectorAll("#variants td input")[1], "1.5", "change");
        set(document.querySelectorAll("#variants td input")[2], "soon", "change");
        const invalid = document.querySelectorAll("#variants [aria-invalid=true]").length;
        const link = document.getElementById("link").hash, rows = {CELLS};
        document.querySelectorAll("#variants tbody button")[2].click();
        const opened = [registers.value, document.querySelector("[data-n=groups]").textContent];
        {GO}("#d=M1");
        {GO}(link);
        return {{ rows, again: {CELLS}, opened, invalid, same: link ===
            document.getElementById("link").hash, figure:
            new URLSearchParams(link.slice(1)).getAll("k")[0].includes("x.core_count=10") }};
    }})()""")
    names = [row[0] for row in said["rows"]]
    ok(names == ["first", "variant 2", "x | <i>y</i>"] and said["rows"][0][4] == "40" and
       said["rows"][1][-2] == "1.5", "kernels are kept; one of the same name makes room", said)
    ok(said["invalid"] == 1 and said["rows"][2][-2] == "soon" and said["again"][2][-2] == "",
       "what is no time is marked and not kept", said)
    ok(said["same"] and said["again"][:2] == said["rows"][:2] and said["figure"],
       "the address gives the same rows again", said)
    # The third button is the name of the second row, after the name and the removal of the first.
    ok(said["opened"] == ["unknown", "1 to 6"], "a row opens in the calculator", said["opened"])
    table = copied(page, "copy-markdown")
    ok("x \\| \\<i>y\\</i>" in table, "Markdown takes no name for its own marks", table)
    removed = page.evaluate(f"""(() => {{
        document.querySelector("#variants [aria-label='Remove first']").click();
        return {CELLS}.map((row) => row[0]);
    }})()""")
    ok(removed == names[1:], "a row is removed", removed)
    page.evaluate(f"""{GO}("#d=M1&threads_per_group=64&k=d%3DM1&k=n%3Dx%26d%3DM1%26q%3D1")""")
    said = page.evaluate("document.getElementById('trouble').textContent")
    ok("k=d=M1, k=n=x&d=M1&q=1" in said, "a row that is none is named", said)


def check_width(page):
    rows = [[("d", "RTX 4090"), ("threads_per_group", 224), ("registers_per_thread", 300),
             ("n", "refused")], [("d", "unheard " * 20), ("n", "unknown")]]
    for width in (390, 1280):
        page.size(width, 800)
        page.evaluate(f"{GO}({ask.json.dumps(address(rows))})")
        said = page.evaluate("""[document.documentElement.scrollWidth,
            ...[...document.querySelectorAll("#variants .reason")].map((e) =>
                e.getBoundingClientRect().right)]""")
        ok(len(said) == 3 and max(said) <= width, f"a refusal wraps within {width} pixels", said)


def check(page, tool, devices):
    check_csv(page, tool, devices)
    check_keep(page)
    check_width(page)
    check_sort(page, tool)
