"""Runs hgctl as a user would. Every test has a folder of its own, which must hold no leftovers."""
import functools
import html.parser
import json
import os
import pty
import re
import shlex
import signal
import socket
import subprocess
import tempfile
import unittest

HGCTL = os.environ["HGCTL"]
# PoCL's optimiser takes longer than all that kernels do here.
os.environ.setdefault("POCL_EXTRA_BUILD_FLAGS", "-cl-opt-disable")

# Where a test runs: the host device, the first OpenCL device (PoCL where there is no GPU), two devices.
BACKENDS = {
    "host": {"HG_DEVICES": "host"},
    "opencl": {"HG_DEVICES": "0", "POCL_DEVICES": "pthread"},
    "pair": {"HG_DEVICES": "0,1", "POCL_DEVICES": "pthread pthread"},
}


HOST = BACKENDS["host"]


def backends():
    names = os.environ.get("HG_TEST_BACKENDS", "host,opencl,pair").split(",")
    return {name: BACKENDS[name] for name in names}


def usual(names):
    """Two OpenCL devices run what one does."""
    return [name for name in names if name != "opencl" or "pair" not in names]


def each_backend(*wanted):
    """Runs a test with each back end there is, or with those of these names: it takes the name and the
    environment."""
    def decorate(test):
        @functools.wraps(test)
        def run(self):
            found = backends()
            chosen = {name: env for name, env in found.items() if name in (wanted or usual(found))}
            if not chosen:
                self.skipTest("needs the back end " + " or ".join(wanted))
            for name, env in chosen.items():
                with self.subTest(name):
                    test(self, name, env)
        return run
    return decorate


class ToolTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cache = tempfile.TemporaryDirectory(prefix="hg_cache_")

    @classmethod
    def tearDownClass(cls):
        cls.cache.cleanup()

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="hgctl_test_")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def hgctl(self, *arguments, env=None, **options):
        environment = {k: v for k, v in os.environ.items() if not k.startswith("HG_")}
        environment["HG_CACHE_DIR"] = self.cache.name
        if list(backends()) == ["host"]:  # a sanitized build: keep OpenCL drivers out of the process
            environment["OCL_ICD_VENDORS"] = "/nonexistent"
        environment.update(env or {})
        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, **options}
        return subprocess.run([HGCTL, *map(str, arguments)], env=environment, cwd=self.folder, timeout=100,
                              stderr=subprocess.PIPE, text=True, **options)

    def _on_terminal(self, *arguments, env, after="", number=None):
        """The status and standard output of a run, and what its terminal shows as standard error. It gets a
        signal, if there is a number, once this is the text `after`."""
        reader, writer = pty.openpty()
        shown = ""
        with subprocess.Popen([HGCTL, *map(str, arguments)], stdout=subprocess.PIPE, stderr=writer,
                              cwd=self.folder, text=True,
                              env={**os.environ, "HG_CACHE_DIR": self.cache.name, **(env or {})}) as process:
            os.close(writer)
            try:
                while chunk := os.read(reader, 10000):
                    shown += chunk.decode()
                    if number and after in shown:
                        process.send_signal(number)
                        number = None
            except OSError:  # the other end is closed
                pass
            os.close(reader)
            text, _ = process.communicate(timeout=60)
        self.assertIn(after, shown)
        return process.returncode, text, shown

    def on_terminal(self, *arguments, env=None):
        """What a run that ends well shows on a terminal, as standard error."""
        status, _, shown = self._on_terminal(*arguments, env=env)
        self.assertEqual(status, 0, shown)
        return shown

    def interrupted(self, *arguments, after, number=signal.SIGINT, env=None):
        """The status and standard output of a run that gets a signal once its terminal shows the text
        `after`."""
        return self._on_terminal(*arguments, env=env, after=after, number=number)[:2]

    def ended(self, *arguments, status=0, **options):
        """A run that ends with this status, whatever it says."""
        result = self.hgctl(*arguments, **options)
        self.assertEqual(result.returncode, status, result.stderr[-1000:] + result.stdout)
        return result

    def good(self, *arguments, **options):
        result = self.ended(*arguments, **options)
        self.assertEqual(result.stderr, "")
        return result.stdout

    def good_json(self, *arguments, **options):
        return json.loads(self.good(*arguments, "--json", "-", **options))

    def refused(self, *arguments, says, status=2, **options):
        """The tool ends with `status` and a message that holds every text of `says`; nothing on standard
        output."""
        result = self.ended(*arguments, status=status, **options)
        self.assert_holds(result.stderr, [says] if isinstance(says, str) else says)
        self.assertNotIn("terminate called", result.stderr)
        self.assertEqual(result.stdout, "")
        return result.stderr

    def peer_rows(self, peer, *arguments, env=HOST, judged=True, absent=""):
        """The rows of a bench with a peer. It is right in each of them, unless it is not judged, or left out,
        which is said."""
        result = self.ended("bench", *arguments, "--peer", peer, "--json", "-", env=env)
        rows = json.loads(result.stdout)["rows"]
        for row in rows:
            if row["peers"][peer] is None:
                self.assertIn(f"peer {peer} is left out: {absent}", result.stderr)
            elif judged:
                self.assertLess(row["peers"][peer]["error"], 1)
        return rows

    def assert_holds(self, text, parts):
        for part in parts:
            self.assertIn(part, text)

    def files(self):
        return sorted(os.listdir(self.folder))

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def read_json(self, name):
        return json.loads(self.read(name))

    def read_page(self, name):
        """A page, which says how it was made and needs nothing but itself."""
        page = Page(self.read(name))
        self.assertIn("default-src 'none'", page.policy)
        self.assertNotRegex(page.own.replace('xmlns="http://www.w3.org/2000/svg"', ""),
                            r"https?:|\bsrc=|\bhref=|@import|url\(|<link|fetch\(|XMLHttpRequest")
        self.assertEqual(page.wide, [])
        made = {title: page.record.get(title, "") for title in ("Version", "Date", "Host", "Command")}
        self.assertRegex(made["Version"], r"^hgctl \d+\.\d+\.\d+, build type .*, commit ")
        self.assertRegex(made["Date"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertTrue(made["Host"].startswith(socket.gethostname() + ", "), made["Host"])
        words = shlex.split(made["Command"])
        self.assertIn("hgctl", words)
        self.assertIn(name, words)
        return page

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)


class Page(html.parser.HTMLParser):
    """A page that hgctl wrote: the data of its plots with the words in them, how it was made, and what a
    narrow screen would cut off."""

    def __init__(self, text):
        super().__init__()
        self.headings, self.plots, self.pictures, self.wide = [], [], 0, []
        self.record, self.policy = {}, ""
        self.own = re.sub(r"<script>\n/\*\nVega.*?</script>", "", text, flags=re.DOTALL)
        self.draws = self.own != text
        self._open = []
        self.feed(self.own)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if tag in ("svg", "table") and not any("wide" in kind for _, kind in self._open):
            self.wide.append(tag)
        self.pictures += tag == "svg"
        if attributes.get("http-equiv") == "Content-Security-Policy":
            self.policy = attributes["content"]
        if tag not in ("meta", "rect", "line", "path"):
            self._open.append((tag, attributes.get("class") or ""))

    def handle_endtag(self, tag):
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        tags = [tag for tag, _ in self._open]
        if tags[-2:] == ["figure", "script"]:
            self.plots.append(self.plot(self._open[-2][1], json.loads(data)))
        elif tags[-1:] == ["h2"]:
            self.headings.append(data)
        elif tags[-1:] == ["dt"]:
            self._title = data
        elif tags[-1:] == ["dd"]:
            self.record[self._title] = data

    @staticmethod
    def plot(kind, data):
        """The data of a plot, with the words in it and the number of its points."""
        lines = data.get("lines", [])
        titles = [data[axis]["title"] for axis in "xy" if axis in data]
        names = [line["name"] for line in [*lines, *data.get("lanes", [])]]
        return {"kind": kind, **data, "texts": [*titles, *names],
                "points": sum(len(line["points"]) for line in lines)}
