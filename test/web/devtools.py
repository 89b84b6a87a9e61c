# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Drives headless Chromium over the DevTools protocol. The browser reads messages from file descriptor 3 and writes to 4: no port
is opened, and no package is needed."""
import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

import png

NAMES = ("chromium", "chromium-browser", "google-chrome")
# A page in a sandboxed frame stays in the process of its parent, so that one session sees both.
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--mute-audio", "--no-first-run", "--disable-extensions",
    "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
    "--disable-features=IsolateSandboxedIframes,Translate,OptimizationHints", "--remote-debugging-pipe"]
KEYS = {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Enter": 13, "Escape": 27, "Tab": 9, " ": 32}
SECONDS = 90.0  # limit of one command or condition, for a busy machine


def find():
    """The browser's path, or None."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Browser:
    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="befkit-browser-")
        to_browser, self.write = os.pipe()
        self.read, from_browser = os.pipe()
        # The browser wants 3 and 4, which may be descriptors of this process: duplicates above them replace them in the child.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (to_browser, from_browser)]

        def place():
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self.process = subprocess.Popen(
            [find(), *FLAGS, f"--user-data-dir={self.folder}"], preexec_fn=place, pass_fds=(3, 4), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True, env={**os.environ, "HOME": self.folder})
        for end in (to_browser, from_browser, *ends):
            os.close(end)
        self.rest, self.last, self.answers, self.pages = b"", 0, {}, {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.command("Browser.close")
            self.process.wait(20)
        except (OSError, RuntimeError, subprocess.TimeoutExpired):
            os.killpg(self.process.pid, 9)
            self.process.wait()
        os.close(self.write)
        os.close(self.read)
        shutil.rmtree(self.folder, ignore_errors=True)

    def command(self, method, session=None, **params):
        self.last += 1
        message = {"id": self.last, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        data, number, end = json.dumps(message).encode() + b"\0", self.last, time.monotonic() + SECONDS
        while data:
            data = data[os.write(self.write, data[:65536]):]
        while number not in self.answers:
            self.receive(end, method)
        answer = self.answers.pop(number)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def receive(self, end, waiting):
        """Reads what the browser sent, and keeps answers and events."""
        if not select.select([self.read], [], [], max(0.0, end - time.monotonic()))[0]:
            raise RuntimeError(f"{waiting}: no answer of the browser in {SECONDS} s")
        data = os.read(self.read, 1 << 20)
        if not data:
            raise RuntimeError(f"{waiting}: the browser has ended")
        *messages, self.rest = (self.rest + data).split(b"\0")
        for message in map(json.loads, messages):
            if "id" in message:
                self.answers[message["id"]] = message
            elif message.get("sessionId") in self.pages:
                self.pages[message["sessionId"]].event(message["method"], message["params"])

    def page(self, path, width=1200, height=900, dark=False):
        """Opens a file in a new page and waits until it is loaded."""
        target = self.command("Target.createTarget", url="about:blank")["targetId"]
        session = self.command("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = self.pages[session] = Page(self, session, target)
        for domain in ("Page", "Runtime", "Log", "Network", "DOM", "Accessibility"):
            page.command(f"{domain}.enable")
        page.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        page.scheme("dark" if dark else "light")
        page.begun = time.monotonic()
        page.command("Page.navigate", url="file://" + os.path.abspath(path))
        page.wait("document.readyState === 'complete' && location.protocol === 'file:'")
        page.loaded = time.monotonic() - page.begun
        return page


class Page:
    def __init__(self, browser, session, target):
        self.browser, self.session, self.target = browser, session, target
        self.problems, self.requests, self.contexts = [], [], {}

    def command(self, method, **params):
        return self.browser.command(method, self.session, **params)

    def event(self, method, params):
        if method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.problems.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            self.problems.append(" ".join(str(one.get("value", one.get("description"))) for one in params["args"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.problems.append(params["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Runtime.executionContextCreated":
            context = params["context"]
            if context["auxData"].get("isDefault"):
                self.contexts[context["auxData"]["frameId"]] = context["id"]

    def close(self):
        self.browser.command("Target.closeTarget", targetId=self.target)
        del self.browser.pages[self.session]

    def scheme(self, value):
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": value}])

    def frame(self, element="document.querySelector('iframe')"):
        """The id of the frame of an element: an expression of JavaScript."""
        found = self.command("Runtime.evaluate", expression=element)["result"]
        return self.command("DOM.describeNode", objectId=found["objectId"])["node"].get("frameId") if "objectId" in found else None

    def value(self, expression, frame=None):
        """The value of an expression of JavaScript; of a promise, what it is fulfilled with."""
        context = {"contextId": self.contexts[frame]} if frame else {}
        result = self.command("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True, **context)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise AssertionError(f"{expression}: {details.get('exception', {}).get('description', details['text'])}")
        return result["result"].get("value")

    def wait(self, expression, frame=None, seconds=SECONDS):
        end = time.monotonic() + seconds
        while not self.value(f"Boolean({expression})", frame):
            if time.monotonic() > end:
                raise AssertionError(f"not true after {seconds} s: {expression}; {self.problems}")
            time.sleep(0.02)

    def text(self, selector):
        return self.value(f"document.querySelector({json.dumps(selector)}).textContent")

    def frames(self, count=2):
        """Waits until the page was drawn."""
        for _ in range(count):
            self.value("new Promise((done) => requestAnimationFrame(() => done(0)))")

    def box(self, selector):
        """x, y, width and height of an element, which is scrolled into view."""
        box = self.value(f"(() => {{ const e = document.querySelector({json.dumps(selector)}); if (!e) return null;"
                         "e.scrollIntoView({ block: 'nearest' }); const b = e.getBoundingClientRect(); return [b.x, b.y, b.width, b.height]; })()")
        assert box and box[2] > 0 and box[3] > 0, f"{selector}: not visible ({box})"
        return box

    # ---- input

    def mouse(self, kind, x, y, **more):
        self.command("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def still(self, selector):
        """The box of an element when it has not moved for two pictures."""
        last = None
        for _ in range(50):
            box = self.box(selector)
            if box == last:
                return box
            last = box
            self.frames()
        raise AssertionError(f"{selector}: does not stop to move")

    def click(self, selector, at=(0.5, 0.5)):
        x, y, width, height = self.still(selector)
        place = (x + width * at[0], y + height * at[1])
        self.mouse("mousePressed", *place, button="left", clickCount=1)
        self.mouse("mouseReleased", *place, button="left", clickCount=1)
        self.frames(1)

    def wheel(self, selector, turn):
        x, y, width, height = self.box(selector)
        self.mouse("mouseWheel", x + width / 2, y + height / 2, deltaX=0, deltaY=turn)
        self.frames()

    def key(self, *names):
        for name in names:
            given = {"key": name, "windowsVirtualKeyCode": KEYS.get(name, ord(name[0].upper())), "code": name if name in KEYS else ""}
            text = "\r" if name == "Enter" else name if len(name) == 1 else None
            self.command("Input.dispatchKeyEvent", type="keyDown", **given, **({"text": text} if text else {}))
            self.command("Input.dispatchKeyEvent", type="keyUp", **given)
        self.frames(1)

    def fill(self, selector, text):
        """Replaces the text of a field."""
        self.value(f"document.querySelector({json.dumps(selector)}).focus(), document.querySelector({json.dumps(selector)}).select()")
        if text:
            self.command("Input.insertText", text=text)
        else:
            self.command("Input.dispatchKeyEvent", type="keyDown", key="Delete", windowsVirtualKeyCode=46)

    # ---- what is seen

    def picture(self, selector=None):
        """A screenshot of an element, or of the window, in half of its size: decoding takes most of the time of a test."""
        self.frames()
        x, y, width, height = self.box(selector or "html")
        self.frames()
        left, top = self.value("[scrollX, scrollY]")  # the clip is a part of the document, not of the window
        clip = {"x": x + left, "y": y + top, "width": min(width, 1200), "height": min(height, 900), "scale": 0.5}
        data = self.command("Page.captureScreenshot", format="png", clip=clip)["data"]
        return png.Picture(base64.b64decode(data))

    def roles(self):
        """(role, name) of all elements that a screen reader sees."""
        nodes = self.command("Accessibility.getFullAXTree")["nodes"]
        return [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes
                if not node.get("ignored") and "role" in node]
