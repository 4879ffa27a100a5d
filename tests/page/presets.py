# SPDX-License-Identifier: MIT
"""The worked cases of the page: each is opened from the list, has the numbers of the command and
shows what its sentence says, and the documentation has the address of each."""
import glob
import os
import re

import questions as ask
from tap import ok

# The questions of each case, and what its sentence says of the answers. The figures of the sentence
# are those of the vendors' documents that docs/model.md, docs/schedule.md and docs/latency.md name.
B580 = ["Arc B580", "--threads", "256", "--wave-size", "16", "--grf"]
NAVI = ["RX 7900 XTX", "--threads", "256", "--registers", "64", "--shared", "40K"]
TILE = ["RTX 4090", "--threads", "256", "--registers", "40", "--shared"]
A100 = ["--threads", "256", "--registers", "32", "--grid-groups", "1000"]
CASES = {
    "formula": ([["occupancy", "RTX 4090", "--threads", "224", "--registers", "96"]],
                lambda a: 65536 // (224 * 96) == 3 and a["groups"] == 2 and
                a["waves_per_group"] == 7 and a["limiters"] == ["registers"]),
    "barriers": ([["occupancy", "RTX 5090", "--threads", "128", "--registers", "40", "--barriers",
                   "6"]],
                 lambda a: a["groups"] == 4 and a["limiters"] == ["barriers"] and
                 {limit["name"]: limit["groups"] for limit in a["limits"]}["registers"] == 12 and
                 {limit["name"]: limit["capacity"] for limit in a["limits"]}["barriers"] == 24),
    "agprs": ([["occupancy", "MI300X", "--threads", "256", "--registers", "128", "--accumulators",
                "128"], ["occupancy", "MI300X", "--threads", "256", "--registers", "128"]],
              lambda a, b: 2 * a["groups"] == b["groups"]),
    "wgp": ([["occupancy", *NAVI], ["occupancy", *NAVI, "--core-mode", "cu"]],
            lambda a, b: a["groups"] == 3 and b["groups"] == 1),
    "grf": ([["occupancy", *B580, "256"], ["occupancy", *B580, "128"]],
            lambda a, b: a["percent"] == b["percent"] == 100 and 2 * a["waves"] == b["waves"]),
    "range": ([["occupancy", "Apple M1", "--threads", "128", "--half-registers", "unknown",
                "--max-threads", "512"]], lambda a: a["groups"] == {"low": 3, "high": 8}),
    "tail": ([["schedule", "RTX 4090", "--threads", "256", "--registers", "40", "--grid-groups",
               "769"]],
             lambda a: a["rounds"] == 2 and a["tail_groups"] == 1 and a["groups"] * 128 == 768),
    "little": ([["latency", "A100-SXM4-40GB", "--threads", "256", "--registers", "128", "--loads",
                 "1", "--stores", "0", "--fp32", "0"]],
               lambda a: a["waves_needed"] == {"low": 46, "high": 52} and a["waves"] == 16),
    "halo": ([["occupancy", *TILE, str(72 * 72 * 4)], ["occupancy", *TILE, str(64 * 64 * 4)]],
             lambda a, b: (a["groups"], b["groups"]) == (4, 5)),
    "mig": ([["schedule", "A100-SXM4-40GB MIG 1g.5gb", *A100], ["schedule", "A100-SXM4-40GB",
                                                                *A100]],
            lambda a, b: (a["rounds"], b["rounds"]) == (9, 2) and a["groups"] == b["groups"]),
}
# Follows a link of the list and returns what the page shows then.
OPEN = """(async (name) => {
    document.querySelector(`#presets a[href="#p=${name}"]`).click();
    await new Promise((done) => addEventListener("hashchange", done, { once: true }));
    const shown = {};
    for (const element of document.querySelectorAll("[data-n]"))
        shown[element.dataset.n] = element.textContent;
    const lesson = document.getElementById("lesson");
    return { shown, lesson: lesson.hidden ? "" : lesson.textContent,
        limiters: document.querySelector("[data-set]")?.dataset.set,
        advice: [...document.querySelectorAll("[data-advice]")].map((e) => e.textContent),
        notes: [...document.querySelectorAll("[data-note]")].map((e) => e.dataset.note),
        trouble: document.getElementById("trouble").textContent,
        listed: document.querySelector(`#presets a[href="#p=${name}"]`).nextSibling.textContent,
        link: document.getElementById("link").hash };
})"""


def expected_answer(command, tool):
    """The command's answer to the kernel of a question about rounds or latency."""
    words = ["occupancy", *command[1:]]
    for option in ("--grid-groups", "--loads", "--stores", "--fp32"):
        if option in words:
            del words[words.index(option):words.index(option) + 2]
    return ask.answers(tool, [words])[0]


def check(page, tool, differences, models):
    listed = page.evaluate("[...document.querySelectorAll('#presets a')].map((a) => a.hash)")
    ok(listed == ["#p=" + name for name in CASES], "the page lists ten worked cases", listed)
    for name, (commands, said) in CASES.items():
        one = page.evaluate(f"{OPEN}({ask.json.dumps(name)})")
        answers = ask.answers(tool, commands)
        found = list(differences({}, one, expected_answer(commands[0], tool)))
        wrong = [difference for difference in found if difference is not None]
        if commands[0][0] in models:
            for key, value in models[commands[0][0]](answers[0]).items():
                text = one["shown"].get(key)
                if (text.replace("\u202f", "").replace("\u00a0", " ") if text else None) != value:
                    wrong.append(f"{key}: {text!r} instead of {value!r}")
        rows = [text for key, text in one["shown"].items() if re.match(
            r"k\d\.resident_groups", key)]
        if rows and sorted(rows) != sorted(str(answer["groups"]) for answer in answers):
            wrong.append(f"variants {rows}")
        ok(not wrong and len(found) > 15 and said(*answers) and one["trouble"] == "" and
           one["lesson"].endswith(one["listed"]) and len(one["listed"]) > 60,
           f"the case {name} has the command's numbers and what its sentence says", one["lesson"],
           *wrong)
    again = page.evaluate(f"""(async () => {{
        const link = (await {OPEN}("wgp")).link;
        dispatchEvent(new Event("hashchange"));
        const there = document.getElementById("lesson").hidden;
        const input = document.getElementById("f-registers_per_thread");
        input.value = "32";
        input.dispatchEvent(new Event("input"));
        return [link.includes("p=wgp"), there, document.getElementById("lesson").hidden,
            document.getElementById("link").hash.includes("p=wgp")];
    }})()""")
    ok(again == [True, False, True, False], "a changed input ends a case", again)
    followed = page.evaluate("""(() => {
        history.replaceState(null, "", "#d=M1&threads_per_group=64");
        dispatchEvent(new HashChangeEvent("hashchange", { newURL: `${location.href.split("#")[0]}` +
            "#p=tail" }));
        return document.getElementById("search").value;
    })()""")
    ok(followed == "RTX 4090", "a link is followed although the page wrote its address meanwhile",
       followed)


def check_pages(root):
    """The documentation has the address of each case beside what it is about."""
    named = {}
    for path in glob.glob(os.path.join(root, "docs", "*.md")):
        with open(path, encoding="utf-8") as file:
            for name in re.findall(r"`#p=(\w+)`", file.read()):
                named.setdefault(name, set()).add(os.path.basename(path))
    ok(set(named) == set(CASES) and all(len(pages - {"start.md"}) == 1 and "start.md" in pages
                                        for pages in named.values()),
       "each case is in the list of docs/start.md and on the page that explains it", named)
