# SPDX-License-Identifier: MIT
"""Chromium without a window, driven by the DevTools protocol over two pipes: no package is
needed."""
import base64
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time


def find():
    return next((path for path in map(shutil.which, ("chromium", "chromium-browser",
                                                     "google-chrome")) if path), None)


class Browser:
    """One page of a new browser with a profile of its own. `requests` are the addresses that it
    asked for, `errors` what it wrote to the console."""

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="gpuocc-page-")
        read, self.write = os.pipe()
        self.read, write = os.pipe()

        def pipes():
            # As numbers 3 and 4, from numbers above them.
            a, b = os.dup(os.dup(os.dup(read))), os.dup(os.dup(os.dup(write)))
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.process = subprocess.Popen(
            ["nice", find(), "--headless=new", "--no-sandbox", "--disable-gpu",
             "--remote-debugging-pipe", "--user-data-dir=" + self.profile, "--no-first-run",
             "--disable-extensions", "--disable-background-networking", "--disable-sync",
             "--disable-component-update", "--force-device-scale-factor=1",
             "--hide-scrollbars",
             "--disable-ipc-flooding-protection", "about:blank"],
            preexec_fn=pipes, close_fds=False, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(read)
        os.close(write)
        self.number, self.held, self.session = 0, b"", None
        self.requests, self.errors, self.events = [], [], []
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page["targetId"],
                                 flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "DOM", "Log"):
            self.call(domain + ".enable")

    def _message(self):
        while b"\0" not in self.held:
            more = os.read(self.read, 1 << 20)
            if not more:
                raise EOFError("the browser ended")
            self.held += more
        message, self.held = self.held.split(b"\0", 1)
        return json.loads(message)

    def _event(self, message):
        method, about = message.get("method"), message.get("params", {})
        if method == "Network.requestWillBeSent":
            self.requests.append(about["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            self.errors.append(str(about["exceptionDetails"].get("exception", about)))
        elif method == "Log.entryAdded" and about["entry"]["level"] == "error":
            self.errors.append(about["entry"]["text"])
        elif method == "Runtime.consoleAPICalled" and about["type"] == "error":
            self.errors.append(str(about["args"]))
        if method:
            self.events.append(method)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.write, data):]
        while True:
            answer = self._message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self._event(answer)

    def evaluate(self, expression):
        """The value of a JavaScript expression, which may be a promise."""
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True,
                           returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"].get("exception", answer)))
        return answer["result"].get("value")

    def open(self, address):
        """Loads the page and waits until it has computed."""
        self.call("Page.navigate", url=address)
        for _ in range(1500):
            ready = self.evaluate("document.documentElement?.dataset.ready")
            if ready or self.errors:
                return float(ready or "nan")
            time.sleep(0.02)
        raise TimeoutError("the page does not start")

    def size(self, width, height, scheme="light"):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=width < 600)
        self.media(scheme)

    def media(self, scheme, media=""):
        self.call("Emulation.setEmulatedMedia", media=media,
                  features=[{"name": "prefers-color-scheme", "value": scheme}])

    def picture(self, path):
        """Writes what is visible, as PNG or WebP by the end of the path."""
        form = path.rsplit(".", 1)[1]
        quality = {"quality": 82} if form == "webp" else {}
        data = self.call("Page.captureScreenshot", format=form, **quality)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def files(self, selector, paths):
        """Gives files to an input."""
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", nodeId=node, files=paths)

    def close(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        os.close(self.read)
        os.close(self.write)
        shutil.rmtree(self.profile, ignore_errors=True)
