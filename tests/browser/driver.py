"""A browser that tests drive: Chromium by its driver, in the protocol WebDriver. It knows nothing of what it shows."""
import base64
import json
import shutil
import subprocess
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Browser:
    """A window of a browser without a screen; to be used in a with statement. Without scripts, pages run none, but
    `run` does."""

    def __init__(self, scripts=True):
        self.process = subprocess.Popen([shutil.which("chromedriver"), "--port=0"], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = None
        while self.address is None:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError("chromedriver did not start")
            if "port" in line and "successfully" in line:
                self.address = "http://127.0.0.1:" + line.split("port")[-1].strip(" .\n")
        arguments = ["--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
                     "--disable-dev-shm-usage", "--window-size=1440,1000", "--hide-scrollbars"]
        allowed = 1 if scripts else 2
        options = {"args": arguments, "prefs": {"profile.default_content_setting_values.javascript": allowed}}
        wanted = {"browserName": "chrome", "goog:chromeOptions": options,
                  "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
        self.session = self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]

    def call(self, method, path, body=None):
        request = urllib.request.Request(self.address + path, method=method,
                                         data=None if body is None else json.dumps(body).encode(),
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from error

    def tell(self, method, path, body=None):
        return self.call(method, "/session/%s%s" % (self.session, path), body)

    def open(self, path):
        self.tell("POST", "/url", {"url": "file://" + path})

    def run(self, script, *arguments):
        """What the body of a function returns, in the page."""
        return self.tell("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def keys(self, text):
        self.tell("POST", "/actions", {"actions": [{"type": "key", "id": "k", "actions": [
            {"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]}]})

    def click(self, selector):
        found = self.tell("POST", "/element", {"using": "css selector", "value": selector})
        self.tell("POST", "/element/%s/click" % found[ELEMENT], {})

    def complaints(self):
        """What the console has got since it was asked last."""
        return [entry["message"] for entry in self.tell("POST", "/se/log", {"type": "browser"})]

    def requests(self):
        """Addresses that pages asked for since this was asked last."""
        for entry in self.tell("POST", "/se/log", {"type": "performance"}):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                yield message["params"]["request"]["url"]

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.tell("GET", "/screenshot")))

    def wait(self, script, seconds=10):
        """Waits until the body of a function returns what is true."""
        end = time.monotonic() + seconds
        while not self.run(script):
            if time.monotonic() > end:
                return False
            time.sleep(0.05)
        return True

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.tell("DELETE", "")
        self.process.terminate()
        self.process.wait()
