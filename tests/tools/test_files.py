"""Files that are no files, as inputs, outputs and in the cache folder; links, modes and signals."""
import json
import os
import pty
import resource
import signal
import socket
import stat
import subprocess
import time
import unittest

import numpy as np
from tool import HGCTL, HOST, ToolTest

LOGGED = {**HOST, "HG_LOG": "warn"}
KINDS = ["folder", "pipe", "socket", "endless", "full", "loop"]


def plant(kind, path):
    """Something that is no ordinary file."""
    if kind == "folder":
        os.mkdir(path)
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(path)
    else:
        os.symlink({"endless": "/dev/zero", "full": "/dev/full", "loop": path}[kind], path)


class Inputs(ToolTest):
    def test_that_are_no_files_are_refused_at_once(self):
        np.save(self.path("A.npy"), np.eye(3))
        self.good("program", "print", "--n", "20", "--model-devices", "1", "-o", "p.txt")
        commands = [["program", "verify", "odd"], ["program", "run", "odd"], ["trace", "odd"],
                    ["tune", "merge", "odd", "-o", "merged.json"],
                    ["multiply", "odd", "A.npy", "-o", "C.npy"],
                    ["program", "run", "p.txt", "--bind", "A=odd"]]
        for kind in KINDS:
            plant(kind, self.path("odd"))
            for command in commands:
                with self.subTest(kind=kind, command=command):
                    self.refused(*command, says="odd: ", env=HOST)
            (os.rmdir if kind == "folder" else os.unlink)(self.path("odd"))
        self.assertEqual(self.files(), ["A.npy", "p.txt"])

    def test_no_terminal_obeys_names_or_contents(self):
        title = "\x1b]0;title\x07"
        shown = "\\x1b]0;title\\x07"
        name = title + "\x9b.npy".encode("latin-1").decode("utf-8", "surrogateescape")
        for content, command in [(None, ["multiply", name, "A.npy", "-o", "C.npy"]),
                                 (None, [title]),
                                 (None, ["multiply", "--" + title]),
                                 (f"%%MatrixMarket {title}\n",
                                  ["multiply", "odd.mtx", "A.npy", "-o", "C.npy"]),
                                 (f"hg program 1\n{title}\n", ["program", "verify", "odd.mtx"]),
                                 (f"hg program 2\nlet a = {title}\n", ["program", "verify", "odd.mtx"]),
                                 (title, ["trace", "odd.mtx"]),
                                 (title, ["tune", "merge", "odd.mtx", "-o", "merged.json"])]:
            with self.subTest(command=command, content=content):
                if content is not None:
                    self.write("odd.mtx", content)
                result = self.hgctl(*command, env=HOST)
                self.assertNotEqual(result.returncode, 0)
                self.assertNotRegex(result.stderr + result.stdout, "[\x00-\x08\x0b-\x1f\x7f-\x9f]")
                if content is None:
                    self.assertIn(shown, result.stderr)

    def test_what_a_terminal_shows_is_exact_in_files(self):
        np.save(self.path("A.npy"), np.eye(3))
        name = "C\x1b[31m.npy"
        self.assertIn(name, self.good("multiply", "A.npy", "A.npy", "-o", name, env=HOST))
        reader, writer = pty.openpty()
        done = self.hgctl("multiply", "A.npy", "A.npy", "-o", name, env=HOST, stdout=writer)
        os.close(writer)
        shown = os.read(reader, 10000).decode()
        os.close(reader)
        self.assertEqual(done.returncode, 0)
        self.assertIn("C\\x1b[31m.npy", shown)
        self.assertNotIn("\x1b", shown)

    def test_programs_come_from_pipes_if_asked_for(self):
        text = self.good("program", "print", "--n", "20", "--model-devices", "1")
        for name in ["-", "/dev/stdin"]:
            done = subprocess.run([HGCTL, "program", "verify", name], input=text, capture_output=True,
                                  text=True, timeout=60)
            self.assertEqual((done.returncode, done.stderr), (0, ""), name)
        self.write("p.txt", text)
        with open(self.path("p.txt"), encoding="utf-8") as file:
            self.good("program", "verify", "-", stdin=file)
        folder = os.open(self.folder, os.O_RDONLY)
        self.addCleanup(os.close, folder)
        self.refused("program", "verify", "-", stdin=folder, says="-: cannot be read")


class CacheFolderTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.cache_folder = self.path("cache")
        self.env = {**LOGGED, "HG_CACHE_DIR": self.cache_folder}
        os.mkdir(self.cache_folder)
        np.save(self.path("A.npy"), np.eye(3))

    def multiplies(self, env):
        """A product that is right; what the log says."""
        result = self.ended("multiply", "A.npy", "A.npy", "-o", "C.npy", env=env)
        np.testing.assert_array_equal(np.load(self.path("C.npy")), np.eye(3))
        return result.stderr


class CacheFiles(CacheFolderTest):
    def test_that_are_no_files_are_ignored_with_one_warning(self):
        for name in ["tuned.json", "machine.json"]:
            for kind in KINDS:
                with self.subTest(name=name, kind=kind):
                    path = os.path.join(self.cache_folder, name)
                    plant(kind, path)
                    log = self.multiplies(self.env)
                    self.assertEqual(log.count("ignored"), 1, log)
                    self.assertIn(path, log)
                    (os.rmdir if kind == "folder" else os.unlink)(path)

    def test_a_rate_below_one_is_a_damaged_file(self):
        self.good("probe", "all", env={**self.env, "HG_LOG": "off"})
        path = os.path.join(self.cache_folder, "machine.json")
        good = self.read_json(path)
        self.assertEqual(self.multiplies(self.env), "")
        for rate in [0.5, -1, 1e300]:
            tables = json.loads(json.dumps(good))
            for kind in tables["devices"].values():
                kind["kernels"] = {kernel: rate for kernel in kind["kernels"]}
            with open(path, "w", encoding="utf-8") as file:
                json.dump(tables, file)
            log = self.multiplies(self.env)
            self.assertEqual(log.count(path), 1, log)
            self.assertIn("cannot be", log)


class ExposedCache(CacheFolderTest):
    """A cache folder that other users can change is not used. hg says so once, and calls go on."""

    def setUp(self):
        super().setUp()
        for name in ["tuned.json", "machine.json"]:
            self.write(os.path.join(self.cache_folder, name), "damaged, which would be said if it was read")

    def test_is_named_once(self):
        for mode in [0o777, 0o1777, 0o702]:
            with self.subTest(oct(mode)):
                os.chmod(self.cache_folder, mode)
                log = self.multiplies(self.env)
                self.assertEqual((log.count("ignored"), log.count("other users can write")), (1, 1), log)
                self.assertIn(f"{self.cache_folder}: other users can write to it (mode {mode:04o})", log)

    @unittest.skipIf(os.geteuid() != 0, "only root can give files to another user")
    def test_of_another_user_is_named_once(self):
        for owned in [self.cache_folder, self.folder]:
            with self.subTest(owned):
                os.chown(owned, 2, 2)
                log = self.multiplies(self.env)
                self.assertEqual((log.count("ignored"), log.count("belongs to user 2;")), (1, 1), log)
                self.assertIn(owned + ": ", log)
                os.chown(owned, 0, 0)

    def test_gets_no_results(self):
        os.chmod(self.cache_folder, 0o777)
        before = sorted(os.listdir(self.cache_folder))
        self.refused("tune", "gemm", says=["other users can write", "chmod go-w"], env=self.env)
        self.assertIn("Not saved", self.hgctl("probe", "kernels", env=self.env).stdout)
        warmed = self.hgctl("warm", "--routines", "getrf", "--sizes", "64", env=self.env)
        self.assertIn("Nothing was saved: " + self.cache_folder, warmed.stdout)
        self.assertEqual(sorted(os.listdir(self.cache_folder)), before)


class Traces(ToolTest):
    def test_that_were_not_asked_for_by_name_are_advice(self):
        np.save(self.path("A.npy"), np.eye(3))
        os.mkdir(self.path("folder"))
        os.mkfifo(self.path("pipe"))
        os.symlink("/dev/full", self.path("full"))
        for trace in ["full", "no/such/trace.json", "folder", "pipe"]:
            with self.subTest(trace):
                result = self.ended("multiply", "A.npy", "A.npy", "-o", "C.npy",
                                    env={**LOGGED, "HG_TRACE": trace,
                                        "HG_HOST_BELOW": "0"})
                self.assertEqual(result.stderr.count("HG_TRACE"), 1, result.stderr)
                self.assertEqual(result.stderr.count(trace), 1, result.stderr)
                np.testing.assert_array_equal(np.load(self.path("C.npy")), np.eye(3))

    def test_that_were_are_checked_before(self):
        np.save(self.path("A.npy"), np.eye(3))
        os.symlink("/dev/full", self.path("full"))
        for trace in ["full", "no/such/trace.json", ".", "x" * 256]:
            self.refused("multiply", "A.npy", "A.npy", "-o", "C.npy", "--trace", trace, env=HOST,
                         says=[trace, "cannot be written"])
        self.assertEqual(self.files(), ["A.npy", "full"])

    def test_that_fill_the_disk_cost_no_result(self):
        def small_disk():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

        np.save(self.path("A.npy"), np.eye(3))
        result = self.ended("multiply", "A.npy", "A.npy", "-o", "C.npy", "--trace", "t.json", env=HOST,
                            preexec_fn=small_disk, status=2)
        self.assertIn("t.json: cannot be written", result.stderr)
        self.assertIn("C is 3 x 3", result.stdout)
        np.testing.assert_array_equal(np.load(self.path("C.npy")), np.eye(3))
        self.assertEqual(self.files(), ["A.npy", "C.npy"])


class Outputs(ToolTest):
    def setUp(self):
        super().setUp()
        np.save(self.path("A.npy"), np.eye(3))

    def multiply(self, output):
        return ["multiply", "A.npy", "A.npy", "-o", output]

    def test_links_are_refused_before_computing(self):
        np.save(self.path("real.npy"), np.zeros(3))
        os.symlink("real.npy", self.path("link.npy"))
        self.refused(*self.multiply("link.npy"), env=HOST, says=["link.npy", "symbolic link"])
        np.testing.assert_array_equal(np.load(self.path("real.npy")), np.zeros(3))

    def test_names_too_long_are_refused_before_computing(self):
        self.refused(*self.multiply("x" * 252 + ".npy"), env=HOST, says="too long")
        self.good(*self.multiply("x" * 251 + ".npy"), env=HOST)

    def test_mode_is_kept(self):
        self.good(*self.multiply("C.npy"), env=HOST)
        for mode in [0o600, 0o664]:
            os.chmod(self.path("C.npy"), mode)
            self.good(*self.multiply("C.npy"), env=HOST)
            self.assertEqual(stat.S_IMODE(os.stat(self.path("C.npy")).st_mode), mode)
        self.assertEqual(self.files(), ["A.npy", "C.npy"])

    def test_a_signal_leaves_no_scratch_folder(self):
        temporary = self.path("temporary")
        for number in [signal.SIGINT, signal.SIGTERM]:
            os.mkdir(temporary)
            with subprocess.Popen([HGCTL, "tune", "gemm", "--no-save"], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL,
                                  env={**os.environ, **HOST, "TMPDIR": temporary,
                                       "HG_CACHE_DIR": ""}) as tuning:
                patience = time.monotonic() + 60
                while not os.listdir(temporary) and time.monotonic() < patience and tuning.poll() is None:
                    time.sleep(0.01)
                self.assertTrue(os.listdir(temporary), "no folder was made")
                tuning.send_signal(number)
                self.assertEqual(tuning.wait(60), -number)
            self.assertEqual(os.listdir(temporary), [])
            os.rmdir(temporary)
