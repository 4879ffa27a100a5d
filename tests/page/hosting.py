# SPDX-License-Identifier: MIT
"""The page elsewhere: in a frame, in a folder for static hosting, and by links of earlier
versions."""
import functools
import http.server
import json
import os
import re
import shutil
import struct
import threading
from urllib.parse import parse_qsl

from tap import ok

SEEN = """(() => {
    const seen = (element) => element.checkVisibility();
    return { cards: [...document.querySelectorAll(".card")].filter(seen).map((e) => e.id ||
            e.querySelector("h2").id), charts: [...document.querySelectorAll("[data-field]")]
            .filter(seen).map((e) => e.dataset.field), said:
            document.getElementById("embedded").textContent, open:
            document.querySelector("#embedded a")?.href, title:
            seen(document.querySelector("header")), wide: document.documentElement.scrollWidth,
        svg: [...document.querySelectorAll(".shown svg")].find(seen)?.clientWidth };
})()"""
PARTS = {"1": (["answer"], []), "threads": (["charts-head"], ["threads_per_group"]),
         "registers": (["charts-head"], ["registers_per_thread"]),
         "shared": (["charts-head"], ["shared_bytes"]), "latency": (["latency-head"], [])}
HASH = "#d=RTX+4090&threads_per_group=224&registers_per_thread=96&g="


def check_embedded(page, address, root):
    page.size(480, 320)
    for word, (cards, charts) in PARTS.items():
        page.call("Page.navigate", url="about:blank")
        page.open(f"{address}?embed={word}{HASH}")
        seen = page.evaluate(SEEN)
        ok((seen["cards"], seen["charts"], seen["title"]) == (cards, charts, False) and
           seen["said"] == "GeForce RTX 4090. Threads per block 224, Registers per thread 96. Open "
           "in the calculator" and seen["open"] == address + HASH and seen["wide"] <= 480 and
           (not charts or seen["svg"] > 400), f"?embed={word} shows one part and a link", seen)
    page.call("Page.navigate", url="about:blank")
    page.open(f"{address}?embed=1#d=nonsense")
    text = page.evaluate("document.body.innerText")
    ok('no device "nonsense"' in text, "in a frame too the page says what it does not know", text)
    check_frame(page, address, root)
    page.size(1280, 800)
    page.call("Page.navigate", url="about:blank")
    page.open(address)


def check_frame(page, address, root):
    """The frame of docs/start.md is large enough for what it shows."""
    with open(os.path.join(root, "docs", "start.md"), encoding="utf-8") as file:
        source, width, height = re.search(r'<iframe src="gpuocc.html([^"]+)"\s+width="(\d+)" '
                                          r'height="(\d+)"', file.read()).groups()
    page.size(int(width), int(height))
    page.call("Page.navigate", url="about:blank")
    page.open(address + source)
    size = page.evaluate("""[document.documentElement.scrollWidth,
        document.documentElement.scrollHeight, document.querySelector("[data-n=groups]")
        .textContent]""")
    ok(size == [int(width), int(height), "2"], "the frame of docs/start.md holds the answer", size)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def serve(folder):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(
        Quiet, directory=os.path.dirname(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}/{os.path.basename(folder)}/"


def check_files(folder):
    with open(os.path.join(folder, "manifest.webmanifest"), encoding="utf-8") as file:
        manifest = json.load(file)
    wrong = []
    for icon in manifest["icons"]:
        with open(os.path.join(folder, icon["src"]), "rb") as file:
            size = struct.unpack(">8x8xII", file.read(24))
        if icon["sizes"] != "{}x{}".format(*size):
            wrong.append((icon, size))
    ok(not wrong and {icon["sizes"] for icon in manifest["icons"]} == {"192x192", "512x512"},
       "the icons have the sizes of the manifest", *wrong)
    with open(os.path.join(folder, "index.html"), encoding="utf-8") as file:
        index = file.read()
    ok(all(f'property="og:{word}"' in index for word in ("title", "description", "type")),
       "other sites can show what the page is")


def check_hosted(page, folder):
    # Another version in another folder of the same site.
    copy = os.path.join(os.path.dirname(folder), "copy")
    shutil.copytree(folder, copy)
    with open(os.path.join(copy, "worker.js"), "r+", encoding="utf-8") as file:
        text = re.sub(r"(OURS\}@?)[0-9a-f]{16}", r"\g<1>0123456789abcdef", file.read())
        file.seek(0)
        file.write(text)
    server, address = serve(folder)
    at = len(page.requests)
    page.call("Page.navigate", url="about:blank")
    page.open(address + HASH)
    ready = page.evaluate("""Promise.race([navigator.serviceWorker.ready.then(() => true),
        new Promise((done) => setTimeout(() => done(false), 10000))])""")
    wrong = page.call("Page.getInstallabilityErrors")["installabilityErrors"]
    ok(ready and not wrong and not page.errors, "the folder's page can be installed", wrong,
       page.errors)
    asked = {request for request in page.requests[at:] if not request.startswith("data:")}
    ok(all(request.startswith(address) or request == "about:blank" for request in asked),
       "a hosted page asks its own folder only", asked)
    page.evaluate("new Promise((done) => setTimeout(done, 300))")
    copy = address.replace("/site/", "/copy/")
    page.open(copy + HASH)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.evaluate("new Promise((done) => setTimeout(done, 300))")
    server.shutdown()
    server.server_close()
    for place in (address + "?embed=1", address + "index.html", copy):
        page.call("Page.navigate", url="about:blank")
        page.open(place + HASH)
        said = page.evaluate("document.querySelector('[data-n=groups]').textContent")
        ok(said == "2" and not page.errors, f"without its server {place} answers as before", said,
           page.errors)


# What the page makes of a link: the words of its own link, and what it says is wrong.
READ = """(hashes) => hashes.map((hash) => {
    history.replaceState(null, "", hash);
    dispatchEvent(new Event("hashchange"));
    return [document.getElementById("link").hash, document.getElementById("trouble").textContent,
        document.querySelector("[data-n=message]")?.textContent ?? "",
        document.querySelector("[data-n=groups]")?.textContent ?? ""];
})"""


def check_links(page, root):
    with open(os.path.join(root, "tests", "data", "page", "links.tsv"), encoding="utf-8") as file:
        links = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    wrong = []
    for (commit, _, link), (again, trouble, message, groups) in zip(links, page.evaluate(
            f"({READ})({json.dumps([link for _, _, link in links])})")):
        words = [word for word in parse_qsl(link[1:]) if word[0] != "k"]
        lost = [word for word in words if word not in parse_qsl(again[1:])]
        if lost or "Not understood" in trouble or message or not groups or \
                link.count("&k=") != again.count("&k="):
            wrong.append(f"{commit} {link}: {lost} {trouble} {message}")
    ok(not wrong and len(links) >= 20, f"{len(links)} links of earlier versions are read whole and "
       "answered", *wrong)


def check(page, root, path, folder):
    check_links(page, root)
    check_files(folder)
    check_embedded(page, "file://" + path, root)
