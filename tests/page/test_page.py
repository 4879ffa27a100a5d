#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The calculator page in Chromium: each number that it shows is the command's, addresses give the
same page again, and nothing leaves it. Usage: test_page.py SOURCE_ROOT GPUOCC [PICTURES]
With PICTURES, writes the pictures of docs/start.md to this folder."""
import ast
import os
import re
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import zlib

root, tool = sys.argv[1:3]
pictures = sys.argv[3] if len(sys.argv) > 3 else None
sys.path[:0] = [os.path.join(root, "tests"), os.path.dirname(os.path.abspath(__file__))]
import browser as chromium  # noqa: E402
import hosting  # noqa: E402
import language  # noqa: E402
import presets  # noqa: E402
import runs  # noqa: E402
import questions as ask  # noqa: E402
import speed  # noqa: E402
import variants  # noqa: E402
from tap import done, ok, skip  # noqa: E402

QUESTIONS = 1000
DETAILS = "document.querySelectorAll('details').forEach((part) => { part.open = %s; })"
# Sets the address, lets the page answer and collects what it shows by name.
COLLECT = """(hashes) => hashes.map((hash) => {
    history.replaceState(null, "", hash);
    dispatchEvent(new Event("hashchange"));
    const shown = {};
    for (const element of document.querySelectorAll("[data-n]"))
        shown[element.dataset.n] = element.textContent;
    return { shown, limiters: document.querySelector("[data-set]")?.dataset.set,
        advice: [...document.querySelectorAll("[data-advice]")].map((e) => e.textContent),
        notes: [...document.querySelectorAll("[data-note]")].map((e) => e.dataset.note),
        trouble: document.getElementById("trouble").textContent };
})"""
PLAIN = ["wave_size", "waves_per_group", "waves_per_partition", "max_threads_launchable",
         "core_count", "groups_per_device", "clusters_per_device", "groups", "waves", "max_waves"]


def written(value, unit=""):
    """A value of the command as the page writes it; None if the page may leave it out."""
    if value is None:
        return None
    if isinstance(value, dict):
        if value["high"] is None:
            return f"{value['low']} or more"
        return f"{value['low']}{unit} to {value['high']}{unit}".replace(unit + " to", unit + " to")
    return f"{value}{unit}"


def plain(text):
    return text.replace("\u202f", "").replace("\u00a0", " ")


def differences(question, shown, answer):
    """Yields what the page shows otherwise than the command answered, and counts by yielding None
    for each number that agrees."""
    def compare(key, value, unit=""):
        text = shown["shown"].get(key)
        expected = written(value, unit)
        if expected is None:
            if text is not None and plain(text) not in ("unknown", "–"):
                yield f"{key}: {text} instead of nothing"
        elif text is None or plain(text) != expected:
            yield f"{key}: {text!r} instead of {expected!r}"
        else:
            yield None

    if answer["status"] < 0:
        yield from compare("message", answer["message"])
        return
    for key in PLAIN:
        yield from compare(key, answer[key])
    yield from compare("percent", answer["percent"], " %")
    limits = {limit["name"]: limit for limit in answer["limits"]}
    unused = {limit["name"]: limit["unused"] for limit in answer["unused"]}
    for name, limit in limits.items():
        for key in ("requested", "allocated", "capacity", "groups"):
            yield from compare(f"{name}.{key}", limit[key])
        yield from compare(f"{name}.unused", unused.get(name))
    keys = {key.split(".")[0] for key in shown["shown"] if key.count(".") == 1}
    if not {name for name in keys if name in ("waves", "groups", "registers", "shared",
                                              "barriers")} <= set(limits):
        yield f"limits {sorted(keys)} instead of {sorted(limits)}"
    limiters = answer["limiters"]
    limiters = limiters["high"] if isinstance(limiters, dict) else limiters
    if (shown.get("limiters") or "").split() != (limiters or []):
        yield f"limited by {shown['limiters']} instead of {limiters}"
    advice = answer["sentences"][len(answer["sentences"]) - len(answer["advice"]):]
    if shown["advice"] != advice:
        yield f"advice {shown['advice']} instead of {advice}"
    notes = answer["notes"]
    if shown["notes"] != (notes["high"] if isinstance(notes, dict) else notes):
        yield f"notes {shown['notes']} instead of {notes}"


def collect(page, hashes):
    return page.evaluate(f"({COLLECT})({ask.json.dumps(hashes)})")


def check_notices(path):
    """The licences of the page and of fzstd, word by word, in a comment of the file."""
    with open(path, encoding="utf-8") as file:
        comment = re.search(r"<!--(.*?)-->", file.read(), re.S)[1]
    for name in ("LICENSE", os.path.join("web", "vendor", "fzstd.LICENSE")):
        with open(os.path.join(root, name), encoding="utf-8") as file:
            ok(file.read().strip() in comment, f"the page contains {name}", comment)


def check_sizes(said):
    """The sentence of docs/start.md has what scripts/page prints, within 1 % by the compiler that
    it names and within 4 % by another."""
    printed = [int(number.replace(",", "")) for number in re.findall(r"([\d,]+) (?:bytes|with|are)",
                                                                     said)]
    with open(os.path.join(root, "docs", "start.md"), encoding="utf-8") as file:
        *shown, named = re.search(r"The file has ([\d,]+) bytes, ([\d,]+) with gzip, of\s"
                                  r"which ([\d,]+)\s.*?\(clang (\d+)", file.read(), re.S).groups()
    shown = [int(number.replace(",", "")) for number in shown]
    compiler = subprocess.run(["clang", "-dumpversion"], capture_output=True, text=True,
                              check=True).stdout
    within = 0.01 if compiler.split(".")[0] == named else 0.04
    ok(len(printed) == 3 and printed[2] < 250_000,
       f"the page without what reads runs is {printed[-1]} bytes with gzip, of 250,000")
    ok(len(shown) == len(printed) and all(abs(a - b) < within * b for a, b in zip(printed, shown)),
       f"docs/start.md has these sizes, within {within:.0%}: {shown}", printed)


def check_arguments(folder):
    """A file where a folder belongs, and the reverse, are refused with a sentence."""
    path = os.path.realpath(__file__)
    for given, reason in (([folder], f"page: OUT.html is {folder}, which is a folder"),
                          ([os.path.join(folder, "new.html"), path],
                           f"page: FOLDER is {path}, which is a file")):
        said = subprocess.run([os.path.join(root, "scripts", "page"), *given], text=True,
                              capture_output=True, check=False)
        ok(said.returncode == 1 and said.stderr == f"{reason} (see page --help)\n" and
           not said.stdout and not os.path.exists(os.path.join(folder, "new.html")), reason, said)
    said = subprocess.run([sys.executable, os.path.join(root, "scripts", "page"), os.path.join(
        folder, "new.html")], env={"PATH": folder}, text=True, capture_output=True, check=False)
    ok(said.returncode == 1 and said.stderr ==
       "page: clang is missing (on Debian: apt-get install clang lld)\n",
       "without clang scripts/page says so", said)


def test_version(page, devices):
    """The page says which version, commit and records it was built from."""
    def git(*words):
        said = subprocess.run(["git", "-C", root, *words], capture_output=True, text=True,
                              check=False)
        return said.stdout.strip() if said.returncode == 0 else None
    version = subprocess.run([tool, "--version"], capture_output=True, text=True,
                             check=False).stdout
    commit = git("rev-parse", "HEAD") if git("rev-parse", "--show-toplevel") == root else None
    changed = git("status", "--porcelain", "--untracked-files=no")
    text = page.evaluate("document.getElementById('version').textContent")
    shown = re.fullmatch(r"libgpuocc ([\d.]+)(?:, commit ([0-9a-f]{10})( with changes)?,)? in your "
                         r"browser: .*? (\d+) devices, data (\d+)\.", text)
    ok(shown and f"gpuocc {shown[1]}, device data {shown[5]}" == version.strip() and
       shown[4] == str(len(devices)) and
       (shown[2], bool(shown[3])) == ((commit[:10], bool(changed)) if commit else (None, False)),
       "the page says what it was built from", text, version, commit, changed)


def test_parity(page, asked, answers):
    shown = collect(page, [ask.address(each) for each in asked])
    wrong, agreed = [], 0
    for question, one, answer in zip(asked, shown, answers):
        for difference in differences(question, one, answer):
            agreed += difference is None
            if difference is not None:
                wrong.append(f"{question}: {difference}")
    answered = sum(answer["status"] >= 0 for answer in answers)
    ok(not wrong and agreed > 20 * QUESTIONS // 2 and answered > QUESTIONS // 2,
       f"{agreed} numbers of {QUESTIONS} random questions ({answered} with an answer) are the "
       "command's", f"{len(wrong)} differ", *wrong)


# The steps behind the groups of each limit.
STEPS = """(hashes) => hashes.map((hash) => {
    history.replaceState(null, "", hash);
    dispatchEvent(new Event("hashchange"));
    const note = document.getElementById("note"), steps = {};
    for (const button of document.querySelectorAll("#limits button[data-n$='.groups']")) {
        button.click();
        steps[button.dataset.n.split(".")[0]] =
            [...note.querySelectorAll("li, p")].map((line) => line.textContent);
        note.hidePopover();
    }
    return steps;
})"""


def test_steps(page, asked):
    # With another device below, which the page asks about as well.
    hashes = [ask.address(each, v="M1") for each in asked]
    shown = page.evaluate(f"({STEPS})({ask.json.dumps(hashes)})")
    answers = ask.answers(tool, [["occupancy", *ask.arguments(each), "--why"] for each in asked])
    theirs = [{name: [*each["steps"], *("Source: " + source for source in each["sources"])]
               for name, each in answer["why"].items()} for answer in answers]
    wrong = [pair for pair in zip(shown, theirs) if pair[0] != pair[1]]
    count = sum(len(one) for one in shown)
    ok(not wrong and count >= 200, f"{count} derivations are the command's", *wrong[:3])


# The values of the charts, which stay open from one question to the next.
CURVES = """(hashes) => hashes.map((hash) => {
    history.replaceState(null, "", hash);
    dispatchEvent(new Event("hashchange"));
    const charts = {};
    for (const chart of document.querySelectorAll("[data-field]")) {
        if (!chart.querySelector("details").open) {
            chart.querySelector("details").open = true;
            chart.querySelector("details").dispatchEvent(new Event("toggle"));
        }
        charts[chart.dataset.field] = [...chart.querySelectorAll("tbody tr")].map((row) =>
            [...row.cells].slice(0, 5).map((cell) => cell.textContent));
    }
    return charts;
})"""


def test_curves(page, devices):
    asked = [each for each in ask.questions(48, devices, 5) if each["convention"] == "default"]
    shown = page.evaluate(f"({CURVES})({ask.json.dumps([ask.address(each) for each in asked])})")
    pairs = [(question, field, rows) for question, charts in zip(asked, shown)
             for field, rows in charts.items()]
    swept = ask.answers(tool, [["sweep", *ask.arguments(question), "--over", field]
                               for question, field, rows in pairs])
    wrong, points = [], 0
    for (question, field, rows), answer in zip(pairs, swept):
        expected = [[str(row["first"]), str(row["last"]), str(row["groups"]), str(row["waves"]),
                     written(row["percent"], " %")] for row in answer["rows"]]
        points += len(expected)
        if [[plain(cell) for cell in row] for row in rows] != expected:
            wrong.append(f"{question} {field}: {rows[:4]} instead of {expected[:4]}")
    ok(not wrong and points > 500 and len({field for _, field, _ in pairs}) >= 4,
       f"{points} plateaus of {len(pairs)} charts are those of gpuocc sweep", *wrong)
    keys = page.evaluate(f"""(() => {{
        ({CURVES})(["#d=RTX+4090&threads_per_group=224&registers_per_thread=96"]);
        const chart = document.querySelector("[data-field=registers_per_thread] svg");
        return ["ArrowLeft", "PageUp", "PageUp", "PageDown", "Home", "End"].map((key) => {{
            chart.dispatchEvent(new KeyboardEvent("keydown", {{ key }}));
            return chart.getAttribute("aria-valuenow");
        }});
    }})()""")
    # The plateaus of gpuocc sweep end at 40, 56, 72, 80, 128, 255.
    ok(keys == ["95", "128", "255", "128", "0", "255"], "keys move along a chart", keys)


def significant(value):
    """A real number as the page writes it: four significant digits, whole above 10,000."""
    if abs(value) >= 10000:
        return str(int(value + 0.5))
    return f"{float(f'{value:.4g}'):.10g}"


def share(value):
    return f"{int(value * 10000 + 0.5) / 100:g} %"


def ends(value, text):
    if value is None:
        return None
    low, high = (value["low"], value["high"]) if isinstance(value, dict) else (value, value)
    return text(low) if text(low) == text(high) else f"{text(low)} to {text(high)}"


def fraction(value):
    return share(value["numerator"] / value["denominator"]) if value else None


def expected_grid(answer):
    keys = ("rounds", "tail_groups", "busy_cores", "tail_groups_per_core", "safe_groups")
    shown = {key: written(answer[key]) for key in keys}
    for key in ("efficiency", "average_occupancy", "peak_occupancy"):
        shown[key] = fraction(answer[key])
    return {"grid." + key: value for key, value in shown.items()}


def expected_latency(answer):
    shown = {"waves_needed": ends(answer["waves_needed"], str), "waves": ends(answer["waves"], str),
             "binding": answer["binding"], "basis": answer["basis"],
             "gb_per_s": ends(answer["gb_per_s"]["upper"], significant)}
    for curve in ("upper", "expected", "lower"):
        shown[curve] = ends(answer["share_of_peak"][curve], share)
    for key in ("wave_latency", "loads_in_flight", "bytes_in_flight"):
        shown[key] = ends(answer[key], significant)
    return {"latency." + key: value for key, value in shown.items()}


def test_models(page, devices):
    asked = [each for each in ask.questions(60, devices, 11) if each["convention"] == "default"]
    mixes = [dict(zip(("loads", "fp32", "in_flight", "stores"), (1 + i % 3, 4 * (i % 9), 1 + i % 4,
                                                                i % 2))) for i in range(len(asked))]
    grids = [1 + 37 * i * i for i in range(len(asked))]
    shown = collect(page, [ask.address(each, g=grid, **{
        "m." + key: value for key, value in mix.items()})
        for each, mix, grid in zip(asked, mixes, grids)])
    grid_answers = ask.answers(tool, [["schedule", *ask.arguments(each), "--grid-groups", str(grid)]
                                      for each, grid in zip(asked, grids)])
    options = [[part for key, value in mix.items() for part in
                ("--" + key.replace("_", "-"), str(value))] for mix in mixes]
    latencies = ask.answers(tool, [["latency", *ask.arguments(each), *option]
                                   for each, option in zip(asked, options)])
    for what, answers, expect in (("gpuocc schedule", grid_answers, expected_grid),
                                  ("gpuocc latency", latencies, expected_latency)):
        wrong, agreed = [], 0
        for question, one, answer in zip(asked, shown, answers):
            if answer is None or answer["status"] < 0 or answer["groups"] in (0, None):
                continue
            for key, value in expect(answer).items():
                text = one["shown"].get(key)
                if key == "latency.binding" and text: # the command's JSON has one of a range's two
                    text = text.split(" or ")[-1]
                agreed += value is not None and text is not None and plain(text) == value
                if (plain(text) if text is not None else None) != value:
                    wrong.append(f"{question} {key}: {text!r} instead of {value!r}")
        ok(not wrong and agreed > 120, f"{agreed} numbers are those of {what}", *wrong)


# One line for each row of the table of kernels.
KERNELS = """[...document.querySelectorAll("#kernels tbody tr")].map((row) =>
    [...row.cells].map((cell) => cell.textContent))"""
KINDS = ("nvidia/small_default.fatbin", "nvidia/small_size.fatbin", "nvidia/d_sm_90.cubin",
         "nvidia/k_sm_75.cubin", "nvidia/small.ptxas.txt", "amd/gfx90a.co", "amd/gfx1201.s",
         "amd/hip_zstd.hipfb", "amd/gfx90a.remarks.txt", "intel/pvc.zebin",
         "intel/acm-g10.grf256.zebin", "intel/tgllp.zebin", "mesa/lines.txt")


def drop(page, paths):
    page.files("#drop", paths)
    for _ in range(250):
        if page.evaluate("!document.getElementById('files').hidden && "
                         "document.getElementById('files').dataset.files") == str(len(paths)):
            return
        time.sleep(0.02)
    raise TimeoutError("the files are not read")


def expected_row(row):
    """The page answers with the figures of the file: it does not say that the code of a kernel that
    is refused is for another GPU, which ends the message of gpuocc kernels."""
    kernel, given = row["input"], row["kernel"]
    message = row["message"].removesuffix(" does not run there").split("; code ")[0]
    threads = given.get("threads_per_group", 0)
    words = [limit["word"] for limit in row["limits"] if limit["name"] in (
        row["limiters"]["high"] if isinstance(row["limiters"], dict) else row["limiters"] or [])]
    stack = [str("?" if kernel[key] is None else kernel[key])
             for key in ("stack_bytes", "spill_bytes")]
    return [kernel["kernel"], kernel["target"] or "–", "unknown" if threads is None else
            str(threads), ", ".join(stack), written(row["percent"], " %") or "–",
            ", ".join(words) if row["status"] >= 0 else message, row["knob"] or ""]


def test_files(page, folder):
    paths = [os.path.join(root, "tests", "data", "kernels", name) for name in KINDS]
    packed = os.path.join(folder, "zlib.hipfb")
    with open(os.path.join(root, "tests", "data", "kernels", "amd", "hip_plain.hipfb"), "rb") as f:
        plain_bundle = f.read()
    # The old form of a compressed bundle (clang/lib/Driver/OffloadBundler.cpp): magic, version 2,
    # method 0 (zlib), sizes of the file and of what it unpacks to, a hash.
    body = zlib.compress(plain_bundle)
    with open(packed, "wb") as file:
        file.write(b"CCOB" + struct.pack("<HHIIQ", 2, 0, 24 + len(body), len(plain_bundle), 0) +
                   body)
    paths.append(packed)
    collect(page, ["#d=M1&threads_per_group=224"])
    drop(page, paths)
    shown = page.evaluate(KERNELS)
    # What does not say for which device it is made is answered for the page's.
    rows, others = (pair["rows"] for pair in ask.answers(tool, [
        ["kernels", "-t", "224", *paths], ["kernels", "-t", "224", "-d", "M1", *paths]]))
    rows = [row if row["input"]["target"] else other for row, other in zip(rows, others)]
    wrong = []
    for row, cells in zip(rows, shown):
        cells = [plain(cell) for cell in cells]
        cells = cells[:3] + cells[5:9]
        expected = expected_row(row)
        if cells != expected:
            wrong.append(f"{row['input']['file']}: {cells} instead of {expected}")
    ok(not wrong and len(rows) == len(shown) > 60 and {row["input"]["file"] for row in rows} ==
       set(paths), f"{len(shown)} kernels of {len(paths)} files of all kinds and packings are "
       "those of gpuocc kernels", f"{len(rows)} and {len(shown)}", *wrong)
    said = page.evaluate("document.getElementById('files-trouble').textContent")
    ok(said == "", "no part of them is passed over", said)
    page.evaluate("""(() => {
        document.querySelectorAll("#kernels thead button")[6].click();
        document.querySelectorAll("#kernels thead button")[6].click();
        const filter = document.getElementById("filter");
        filter.value = "sm_90";
        filter.dispatchEvent(new Event("input"));
    })()""")
    sorted_rows = page.evaluate(KERNELS)
    shares = [float(plain(row[6]).split()[0]) for row in sorted_rows]
    ok(len(shares) > 5 and shares == sorted(shares, reverse=True) and
       all(row[1] == "sm_90" for row in sorted_rows), "kernels are filtered and sorted", shares)
    opened = page.evaluate("""(() => {
        document.querySelector("#kernels tbody button").click();
        return [document.getElementById("search").value,
            document.querySelector("[data-n=percent]").textContent];
    })()""")
    ok(opened == ["sm_90", sorted_rows[0][6]], "a kernel opens in the calculator", opened,
       sorted_rows[0])
    damaged = os.path.join(folder, "damaged.hipfb")
    with open(packed, "rb") as file:
        data = bytearray(file.read())
    data[60] ^= 255
    with open(damaged, "wb") as file:
        file.write(data)
    drop(page, [damaged, os.path.realpath(__file__)])
    said = page.evaluate("document.getElementById('files-trouble').textContent")
    ok("is damaged" in said and "no compiled file" in said, "what cannot be read is named", said)
    page.evaluate("document.getElementById('files').hidden = true")


def test_first_file(page, address):
    """A file that is dropped before the page has shown a device opens as any other."""
    page.call("Page.navigate", url="about:blank")
    page.open(address + "#d=Nosuch")
    drop(page, [os.path.join(root, "tests", "data", "kernels", "nvidia", "d_sm_90.cubin")])
    opened = page.evaluate("""(() => {
        document.querySelector("#kernels tbody button").click();
        return [document.getElementById("search").value,
            document.getElementById("summary").checkVisibility()];
    })()""")
    ok(opened == ["sm_90", True], "a kernel opens where no device is shown", opened)
    page.call("Page.navigate", url="about:blank")
    page.open(address)


def test_more(page, devices, folder):
    """Devices side by side, a custom device, and the question in other languages."""
    names = ["MI300X", "M1", "Arc B580", "GTX 1080"]
    fields = {"nvidia": ["--registers", "96"], "amd": ["--registers", "96"],
              "apple": ["--half-registers", "192"], "intel": ["--wave-size", "16"]}
    found = ask.answers(tool, [["device", name] for name in names])
    answers = ask.answers(tool, [["occupancy", name, "--threads", "224", "--shared", "8000",
                                  *fields[device["devices"][0]["vendor"]]]
                                 for name, device in zip(names, found)])
    shown = collect(page, ["#" + ask.urlencode(
        [("d", "RTX 4090"), ("threads_per_group", 224), ("registers_per_thread", 96),
         ("shared_bytes", 8000)] + [("v", name) for name in names])])[0]["shown"]
    got = [(plain(shown[f"v{i}.percent"]), shown[f"v{i}.groups"]) for i in range(1, 5)]
    want = [(written(answer["percent"], " %"), str(answer["groups"])) for answer in answers]
    ok(got == want, "devices side by side have the command's answers", got, want)
    custom = collect(page, ["#d=RTX+4090&threads_per_group=224&registers_per_thread=96&"
                            "x.registers_per_partition=32768&x.core_count=10"])[0]["shown"]
    answer = ask.answers(tool, [["occupancy", "RTX 4090", "--threads", "224", "--registers", "96",
                                 "--set", "registers_per_partition=32768", "--set",
                                 "core_count=10"]])[0]
    ok([custom["groups"], custom["groups_per_device"]] == [str(answer["groups"]), str(
        answer["groups_per_device"])] and custom["core_count"] == "10",
       "a custom device has the command's answer", custom)
    written_as = page.evaluate("""Object.fromEntries([...document.querySelectorAll(
        "[data-written]")].map((e) => [e.dataset.written, e.textContent]))""")
    command = written_as["command"].replace("gpuocc ", shlex.quote(os.path.abspath(tool)) + " ", 1)
    said = subprocess.run(["sh", "-c", command + " --json"], capture_output=True, text=True,
                          check=False)
    ok(ask.json.loads(said.stdout)["groups"] == answer["groups"], "the copied command answers so",
       command, said.stderr)
    collect(page, ["#d=RTX+4090&threads_per_group=224&registers_per_thread=96&"
                   "shared_bytes=unknown"])
    programs = page.evaluate("""["c", "python"].map((l) =>
        document.getElementById("as-" + l).textContent)""")
    source = os.path.join(folder, "copied.c")
    with open(source, "w", encoding="utf-8") as file:
        file.write(programs[0])
    compiled = subprocess.run(["cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
                               "-I", os.path.join(root, "include"), source], capture_output=True,
                              text=True, check=False)
    tree = ast.parse(programs[1])
    call = next(node for node in ast.walk(tree) if isinstance(node, ast.Call))
    ok(compiled.returncode == 0 and [word.arg for word in call.keywords] == [
        "threads_per_group", "registers_per_thread", "shared_bytes"],
       "the copied C compiles and the copied Python is a call", compiled.stderr, programs[1])


# Rows of the table of figures, which is drawn while it is open.
FIGURES = """(hashes) => hashes.map((hash) => {
    document.getElementById("figures").open = true;
    history.replaceState(null, "", hash);
    dispatchEvent(new Event("hashchange"));
    return [...document.querySelectorAll("#figures-table input")].map((input) => {
        const source = input.closest("tr").cells[4];
        return [input.dataset.figure, input.value, source.textContent];
    });
})"""


def test_sources(page, devices):
    names = [device["name"] for device in devices[::37]] + ["RTX 4090", "MI300X"]
    hashes = ["#" + ask.urlencode({"d": name, "threads_per_group": 64}) for name in names]
    shown = page.evaluate(f"({FIGURES})({ask.json.dumps(hashes)})")
    wrong, agreed = [], 0
    for name, rows, answer in zip(names, shown, ask.answers(tool, [["device", n] for n in names])):
        figures = {figure["name"]: figure for figure in answer["devices"][0]["numbers"]}
        for field, value, source in rows:
            figure = figures[field]
            values = figure.get("values", [figure.get("value")])
            expected = [", ".join(str(one) for one in values if one is not None),
                        f"{figure['document']} {figure['remark']}".strip()]
            agreed += expected == [value, source.strip()]
            if expected != [value, source.strip()]:
                wrong.append(f"{name} {field}: {[value, source]} instead of {expected}")
    ok(not wrong and agreed > 250, f"{agreed} figures and their sources are the command's", *wrong)
    cited = page.evaluate("""(() => {
        document.querySelector("[data-n='waves.capacity']").click();
        const note = document.getElementById("note");
        const text = note.textContent;
        note.hidePopover();
        return text;
    })()""")
    figure = next(figure for figure in answer["devices"][0]["numbers"]
                  if figure["name"] == "max_waves_per_partition")
    ok(figure["document"] in cited and "max_waves_per_partition" in cited,
       "a capacity shows its source", cited)
    custom = page.evaluate("""(() => {
        const set = (field, value) => {
            const input = document.querySelector(`[data-figure=${field}]`);
            input.value = value;
            input.dispatchEvent(new Event("change"));
        };
        set("core_count", "10");
        const count = document.querySelector("[data-n=core_count]").textContent;
        const hash = document.getElementById("link").hash;
        set("register_unit", "0");
        const trouble = document.getElementById("trouble").textContent;
        document.getElementById("figures").open = false;
        return [count, hash.includes("x.core_count=10"), trouble];
    })()""")
    ok(custom[:2] == ["10", True] and "register_unit" in custom[2],
       "a changed figure makes a custom device, and an impossible one is refused", custom)


def test_apply(page):
    """The README's example goes from 2 to 3 groups, as the sentence about it says."""
    collect(page, ["#d=RTX+4090&threads_per_group=224&registers_per_thread=96"])
    said = page.evaluate("""(() => {
        const button = document.querySelector("#advice button");
        const advice = button.previousSibling.textContent;
        button.click();
        return [advice, document.querySelector("[data-n=groups]").textContent,
            document.getElementById("f-registers_per_thread").value,
            document.activeElement.textContent];
    })()""")
    ok(said[0].startswith("Use 80 registers per thread instead of 96: 3 blocks instead of 2") and
       said[1:] == ["3", "80", "Apply"], "advice is applied, and the focus stays at it", said)


def test_inputs(page):
    typed = [("shared_bytes", "24K"), ("threads_per_group", "16x16"), ("threads_per_group", "0x80"),
             ("registers_per_thread", "unknown"), ("carveout_percent", "101"),
             ("carveout_percent", "50"), ("registers_per_thread", "many"),
             ("registers_per_thread", "300")]
    collect(page, ["#d=RTX+4090&threads_per_group=256&registers_per_thread=40"])
    said = page.evaluate(f"""{ask.json.dumps(typed)}.map(([field, text]) => {{
        const input = document.getElementById("f-" + field);
        input.value = text;
        input.dispatchEvent(new Event("input"));
        const words = new URLSearchParams(document.getElementById("link").hash.slice(1));
        return [words.get(field), document.getElementById("e-" + field).textContent,
            document.getElementById("h-" + field).textContent];
    }})""")
    ok([word for word, _, _ in said] == ["24576", "256", "128", "unknown", "101", "50", None,
                                             "300"],
       "inputs are read as the command reads them", said)
    ok([bool(error) for _, error, _ in said] == [False] * 4 + [True, False, True, True] and
       said[7][1] == "registers_per_thread is 300, sm_89 allows 255" and
       said[7][2] == "up to 255" and said[0][2] == "up to 101\u202f376 bytes",
       "each input shows its limit, and the library's sentence beside it", said)


def axe():
    return next((path for path in (os.path.join(folder, "axe-core", "axe.min.js") for folder in
                                   os.environ.get("NODE_PATH", "").split(os.pathsep) if folder)
                 if os.path.exists(path)), None)


def test_access(page):
    if axe() is None:
        skip("accessibility by axe-core", "no axe-core (npm)")
        return
    with open(axe(), encoding="utf-8") as file:
        page.evaluate(file.read() + "; 0")
    wrong = []
    for scheme, width in (("light", 1280), ("dark", 390)):
        page.size(width, 800, scheme)
        collect(page, ["#d=RTX+4090&threads_per_group=224&registers_per_thread=300&v=M1",
                       "#d=RTX+4090&threads_per_group=224&registers_per_thread=96&v=MI300X&g=999&"
                       "k=n%3Da%26d%3DM1&k=n%3Db%26d%3DM0"])
        page.evaluate(DETAILS % "true")
        time.sleep(0.1)
        wrong += page.evaluate("""axe.run().then(({ violations }) => violations.map((v) => v.id +
            ": " + v.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")))""")
        page.evaluate(DETAILS % "false")
    ok(not wrong, "axe-core finds no violation, light and dark", *wrong)


def test_widths(page):
    """No part is wider than a phone, in both directions of writing."""
    wide, programs = [], []
    for direction in ("ltr", "rtl"):
        page.size(390, 800)
        page.evaluate(f"document.documentElement.dir = '{direction}'")
        for name in ("RTX 4090", "Arc B580", "M3", "RX 7900 XTX"):
            collect(page, ["#" + ask.urlencode({"d": name, "threads_per_group": 256, "g": 12345,
                                                "v": "MI300X", "p": "wgp",
                                                "k": "d=M1&threads_per_group=2000&n=refused"})])
            page.evaluate(DETAILS % "true")
            # From right to left what is too wide would be left of 0, where nothing scrolls.
            wide += page.evaluate("""[document.documentElement.scrollWidth, ...[
                ...document.querySelectorAll("section, #lesson, .reason, #variant-form, .cases")]
                .map((e) => e.getBoundingClientRect()).flatMap(({ left, right }) =>
                    [right, 390 - left])]""")
            page.evaluate(DETAILS % "false")
        programs.append(page.evaluate(
            "getComputedStyle(document.getElementById('as-c')).direction"))
    page.evaluate("document.documentElement.dir = ''")
    page.size(1280, 800)
    ok(programs == ["ltr", "ltr"], "programs are written from left to right in both", programs)
    ok(max(wide) <= 390, "the page fits 390 pixels, from left to right and from right to left",
       wide)


PICTURES = (("page", 1280, 1100, "light"), ("page-dark", 1280, 640, "dark"),
            ("page-phone", 390, 844, "light"))


def take_pictures(page):
    for name, width, height, scheme in PICTURES:
        page.size(width, height, scheme)
        collect(page, ["#d=GeForce+RTX+4090&threads_per_group=224&registers_per_thread=96&"
                       "shared_bytes=8192&g=1000"])
        page.evaluate("scrollTo(0, 0)")
        page.picture(os.path.join(pictures, name + ".webp"))


def check_unanswered(page):
    """An address of a device that the page does not have leaves nothing of the answer before."""
    left = []
    for name in ("Nosuch", "Intel(R) Arc(TM) Graphics", "M4"):
        collect(page, ["#d=RTX+4090&threads_per_group=256"])
        said = collect(page, ["#" + ask.urlencode({"d": name, "threads_per_group": 128})])[0]
        seen = page.evaluate("""[document.title, document.getElementById("device").textContent,
            ...[...document.querySelectorAll("main > section, #inputs, [data-n]")].filter(
                (part) => part.checkVisibility()).map((part) => part.outerHTML)]""")
        if f'"{name}"' not in said["trouble"] or seen != ["GPU occupancy calculator", ""]:
            left.append((name, said["trouble"], *seen))
    again = collect(page, ["#d=RTX+4090&threads_per_group=256"])[0]["shown"].get("groups")
    ok(not left and again == "6" and page.evaluate(
        "document.getElementById('inputs').checkVisibility()"),
       "without a device there is no answer, and the next device has its own", again, *left)


def test_addresses(page, devices):
    hashes = [ask.address(each, g=5000) for each in ask.questions(40, devices, 7)]
    again = page.evaluate(f"""{ask.json.dumps(hashes)}.map((hash) => {{
        const show = (hash) => {{
            history.replaceState(null, "", hash);
            dispatchEvent(new Event("hashchange"));
            return [document.getElementById("link").hash,
                document.querySelector("main").textContent];
        }};
        const [written, text] = show(hash);
        show("#d=M1&threads_per_group=64");
        const [second, same] = show(written);
        return second === written && same === text;
    }})""")
    ok(len(again) == 40 and all(again), "an address gives the same page again")
    wrong = collect(page, ["#d=RTX+4090&threads_per_group=many&nonsense=1", "#d=RTX+9999999",
                           "#p=nosuch"])
    ok("threads_per_group=many, nonsense=1" in wrong[0]["trouble"] and
       'no device "RTX 9999999"' in wrong[1]["trouble"] and
       wrong[2]["trouble"] == "Not understood in the address: p=nosuch. ",
       "what an address says wrongly is named", wrong)
    check_unanswered(page)
    several = collect(page, ["#d=RTX+4090&threads_per_group=256", "#d=M4&threads_per_group=256",
                             "#d=H100&threads_per_group=256&registers_per_thread=40",
                             "#d=RTX+3070&threads_per_group=256",
                             "#d=MI430X&threads_per_group=256"])
    ok(several[1]["trouble"] == '"M4" is the name of several devices that differ. Choose one: '
       "sm_52, Apple M4",
       "devices of a name that answer differently are there to choose from", several[1])
    ok(several[2]["trouble"].endswith("H100 SXM5 80 GB, H100 PCIe 80 GB, H100 NVL 94 GB") and
       several[2]["shown"]["groups"] == "6" and several[2]["shown"]["core_count"] == "unknown",
       "devices of a name with equal cores have one answer for a core", several[2])
    ok(several[3]["trouble"] == "" and several[3]["shown"]["core_count"] == "46",
       "an architecture does not compete with its product", several[3])
    equal = ask.answers(tool, [["device", "MI430X"]])[0]["devices"]
    ok(len(equal) == 2 and several[4]["trouble"].endswith(
        "choose one: " + ", ".join(device["name"] for device in equal)),
       "each architecture of a name is there to choose", several[4], equal)
    chosen = page.evaluate("""(() => {
        history.replaceState(null, "", "#d=M4&threads_per_group=256");
        dispatchEvent(new Event("hashchange"));
        document.querySelectorAll("#trouble button")[1].click();
        const trouble = document.getElementById("trouble");
        return [document.getElementById("search").value, trouble.hidden];
    })()""")
    ok(chosen == ["Apple M4", True], "a device of the list can be chosen", chosen)


def test_search(page):
    found = page.evaluate("""["rtx4090", "10de:2684", "gfx90a", "geforce rtx 409o", "zzzz"].map(
        (text) => {
            const input = document.getElementById("search");
            input.value = text;
            input.dispatchEvent(new Event("input"));
            return [...document.querySelectorAll("#hits span")].map((e) => e.textContent);
        })""")
    ok(found[0][:1] == ["GeForce RTX 4090"] and found[1] == ["GeForce RTX 4090"] and
       "gfx90a" in found[2] and "GeForce RTX 4090" in found[3] and found[4] == [],
       "devices are found by name, id, part and mistyped name", found)


def main():
    if chromium.find() is None:
        skip("the calculator page", "no Chromium")
        return
    if shutil.which("clang") is None or shutil.which("wasm-ld") is None:
        skip("the calculator page", "no clang for WebAssembly")
        return
    with tempfile.TemporaryDirectory() as folder:
        path, site = os.path.join(folder, "gpuocc.html"), os.path.join(folder, "site")
        build = subprocess.Popen([os.path.join(root, "scripts", "page"), path, site], text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        # The command answers meanwhile.
        devices = ask.answers(tool, [["devices"]])[0]["devices"]
        asked = list(ask.questions(QUESTIONS, devices, 31))
        answers = ask.answers(tool, [["occupancy", *ask.arguments(each)] for each in asked])
        said = build.communicate()[0]
        if not ok(build.returncode == 0, "scripts/page builds the page", said):
            return
        check_sizes(said)
        check_notices(path)
        check_arguments(folder)
        page = chromium.Browser()
        try:
            page.size(1280, 800)
            started = page.open("file://" + path)
            print(f"# ready after {started:.0f} ms")
            test_version(page, devices)
            test_parity(page, asked, answers)
            test_steps(page, [each for each, answer in zip(asked, answers)
                              if answer["status"] >= 0][:80])
            test_curves(page, devices)
            test_models(page, devices)
            test_files(page, folder)
            test_first_file(page, "file://" + path)
            runs.check(page, root, tool, folder)
            test_more(page, devices, folder)
            test_sources(page, devices)
            test_inputs(page)
            test_apply(page)
            test_addresses(page, devices)
            test_search(page)
            variants.check(page, tool, devices)
            presets.check(page, tool, differences, {"schedule": expected_grid,
                                                    "latency": expected_latency})
            presets.check_pages(root)
            test_widths(page)
            speed.check(page)
            test_access(page)
            if pictures:
                take_pictures(page)
            language.check(page, root, path, tool)
            hosting.check(page, root, path, site)
            asked = {address.split("?")[0] for address in page.requests} - {"about:blank"}
            ok(asked == {"file://" + path} and not page.errors,
               "no request leaves the page, and it reports no error", asked, page.errors)
            runs.check_hosted(page, root, tool, site)
            hosting.check_hosted(page, site)
        finally:
            page.close()


main()
done()
