# SPDX-License-Identifier: MIT
"""The page in Chinese: its texts come from kernels/sentences/zh.def, its sentences are those of
`gpuocc occupancy --language zh`, and its numbers are those of the page in English."""
import glob
import json
import os
import re
import time

import questions as ask
from tap import ok

HASHES = [
    "#d=RTX+4090&threads_per_group=256&registers_per_thread=72&shared_bytes=24576&g=1000",
    "#d=MI300X&threads_per_group=256&registers_per_thread=72&g=3000&v=RTX+4090",
    "#d=RX+7900+XTX&threads_per_group=256&registers_per_thread=96&g=500",
    "#d=Arc+B580&wave_size=16&threads_per_group=256&grf_count=256&g=300",
    "#d=Apple+M1&threads_per_group=128&half_registers_per_thread=unknown&g=100",
    "#d=sm_90&threads_per_group=2048&g=",
    "#d=H100&threads_per_group=256&registers_per_thread=64&g=100",
    "#p=formula", "#p=range", "#d=no+such+device"]
SHOWN = """(() => {
    const numbers = {};
    for (const element of document.querySelectorAll("[data-n]"))
        numbers[element.dataset.n] = (element.textContent.match(/[0-9.]+/g) ?? []).join(" ");
    return { numbers, title: document.title, lang: document.documentElement.lang,
        advice: [...document.querySelectorAll("[data-advice]")].map((e) => e.textContent),
        csv: [...document.querySelectorAll("#as-command")].map((e) => e.textContent) };
})()"""
# Texts that have words but no Chinese character, without names, code and what the library says.
LEFT = r"""(() => {
    const found = new Set(), walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const add = (text) => /[a-z]{2,} [a-z]{2,}/i.test(text) && !/[\u4e00-\u9fff]/.test(text) &&
        found.add(text.trim());
    for (let node = walk.nextNode(); node; node = walk.nextNode())
        if (!node.parentElement.closest("script, style, noscript, pre, code, option, " +
            "th[scope=row], #device, #note, [data-n$=message], [data-message], .error, " +
            "#presets a, li[role=option]")) add(node.data);
    for (const element of document.querySelectorAll("[aria-label], [placeholder]"))
        for (const name of ["aria-label", "placeholder"]) add(element.getAttribute(name) ?? "");
    return [...found];
})()"""


def templates(source):
    """The texts of t`...` in a script, with {0} for each value."""
    source = re.sub(r"^ *//.*$", "", source, flags=re.M)
    for start in re.finditer(r"(?<![\w`$])t`", source):
        at, text, values = start.end(), "", 0
        while source[at] != "`":
            if source.startswith("${", at):
                at, depth = at + 2, 1
                while depth:
                    if source[at] == "`": # a template in the value
                        at = source.index("`", at + 1)
                    depth += {"{": 1, "}": -1}.get(source[at], 0)
                    at += 1
                text, values = f"{text}{{{values}}}", values + 1
            else:
                text, at = text + source[at], at + 1
        yield text


def table(root):
    with open(os.path.join(root, "kernels", "sentences", "zh.def"), encoding="utf-8") as file:
        source = file.read()
    literals = r'((?:"(?:[^"\\]|\\.)*"\s*)+)'

    def joined(text):
        return "".join(map(json.loads, re.findall(r'"(?:[^"\\]|\\.)*"', text)))
    return {joined(english): joined(own) for english, own in re.findall(
        rf"^PAGE\({literals},\s*{literals}\)$", source, re.M)}


def check_table(root):
    """Every text with values is in the table, which has no others, and with the same values."""
    texts, sources = table(root), []
    for path in sorted(glob.glob(os.path.join(root, "web", "*.js")) +
                       glob.glob(os.path.join(root, "web", "*.html"))):
        with open(path, encoding="utf-8") as file:
            sources.append(file.read())
    used = {text for source in sources for text in templates(source)}
    ok(len(used) > 50 and used <= set(texts), f"{len(used)} texts with values are in Chinese",
       *sorted(used - set(texts)))
    plain = re.sub(r'"\s*\+\s*"', "", re.sub(r"\s+", " ", " ".join(sources)))
    wrong = [text for text in texts if text not in used and text not in plain]
    ok(not wrong, f"the page has each of the {len(texts)} texts of the table", *wrong)
    wrong = [(text, own) for text, own in texts.items()
             if set(re.findall(r"\{\d\}", text)) != set(re.findall(r"\{\d\}", own))]
    ok(not wrong, "they have the same values", *wrong)


def command_of(hash_):
    words = dict(pair.split("=") for pair in hash_[1:].split("&"))
    device = words.pop("d").replace("+", " ")
    return ["occupancy", device, "--language", "zh",
            *(f"--{name.replace('_', '-')}={value}" for name, value in words.items()
              if len(name) > 1)]


def check(page, root, path, tool):
    check_table(root)
    shown = {}
    for language in ("zh", "en"):
        page.open(f"file://{path}?lang={language}")
        for hash_ in HASHES:
            page.evaluate(f"history.replaceState(null, '', '{hash_}'), "
                          "dispatchEvent(new Event('hashchange'))")
            shown[language, hash_] = page.evaluate(SHOWN)
            if language == "zh":
                left = page.evaluate(LEFT)
                ok(not left, f"{hash_}: all is in Chinese", *left)
    wrong = [(hash_, shown["zh", hash_]["numbers"], shown["en", hash_]["numbers"])
             for hash_ in HASHES
             if shown["zh", hash_]["numbers"] != shown["en", hash_]["numbers"]]
    ok(not wrong, "the numbers are those of the page in English", *wrong[:1])
    ok(all(shown["zh", hash_]["lang"] == "zh" and re.search("[\u4e00-\u9fff]",
                                                            shown["zh", hash_]["title"])
           for hash_ in HASHES), "the language and the title are Chinese")
    asked = [hash_ for hash_ in HASHES if hash_.startswith("#d=") and "no+such" not in hash_]
    for hash_, answer in zip(asked, ask.answers(tool, [command_of(hash_) for hash_ in asked])):
        if answer["status"] >= 0:
            own = answer["sentences"][len(answer["sentences"]) - len(answer["advice"]):]
            ok(shown["zh", hash_]["advice"] == own, f"{hash_}: the advice of the command",
               shown["zh", hash_]["advice"], own)
    # The link to the other language keeps the answer; without ?lang= the browser's decides.
    page.open(f"file://{path}?lang=zh{HASHES[0]}")
    page.evaluate("document.querySelector('#languages a').click()")
    for _ in range(500):
        if page.evaluate("location.search === '?lang=en' && "
                         "document.documentElement?.dataset.ready"):
            break
        time.sleep(0.02)
    there = page.evaluate("[location.search, location.hash.length > 20, "
                          "document.documentElement.lang, "
                          "document.querySelector('#languages a').textContent]")
    ok(there == ["?lang=en", True, "en", "中文"], "the language can be changed", there)
    page.call("Network.setUserAgentOverride", userAgent=page.evaluate("navigator.userAgent"),
              acceptLanguage="zh-CN")
    page.open(f"file://{path}")
    ok(page.evaluate("document.documentElement.lang") == "zh", "a browser in Chinese has Chinese")
    page.open(f"file://{path}?lang=xx")
    ok(page.evaluate("document.documentElement.lang") == "zh", "an unknown language is ignored")
    page.call("Network.setUserAgentOverride", userAgent=page.evaluate("navigator.userAgent"),
              acceptLanguage="en-US")
    for width in (390, 1440):
        page.size(width, 900)
        page.open(f"file://{path}?lang=zh{HASHES[1]}")
        for way in ("ltr", "rtl"):
            wide = page.evaluate(f"document.documentElement.dir = '{way}', "
                                 "document.documentElement.scrollWidth - innerWidth")
            ok(wide <= 0, f"Chinese fits in {width} pixels, {way}", wide)
    page.size(1280, 800)
    page.open(f"file://{path}")
    ok(page.evaluate("document.documentElement.lang") == "en", "the page is in English again")
