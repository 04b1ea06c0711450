"""Where results go: a lost standard output is an error, each file of a command is its own, wrong names cost
no time."""
import os
import signal
import subprocess

import numpy as np
from tool import HGCTL, HOST, ToolTest

PRINT = ["program", "print", "--n", "64", "--model-devices", "1"]


class StandardOutput(ToolTest):
    def run_to(self, output, *arguments, **options):
        return subprocess.run([HGCTL, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=output,
                              stderr=subprocess.PIPE, text=True, timeout=60, check=False,
                              env={**os.environ, **HOST, "HG_CACHE_DIR": self.cache.name,
                                   **options.pop("env", {})}, **options)

    def commands(self):
        np.save(self.path("A.npy"), np.eye(4))
        yield ["devices"]
        yield ["devices", "--json", "-"]
        yield ["--help"]
        yield ["multiply", "--help"]
        yield PRINT
        yield ["program", "verify", "p.txt"]
        yield ["program", "run", "p.txt"]
        yield ["multiply", "A.npy", "A.npy", "-o", "C.npy"]
        yield ["check", "gemm", "--count", "1", "--n-max", "8"]

    def test_a_full_one_is_an_error_in_every_command(self):
        self.good(*PRINT, "-o", "p.txt")
        with open("/dev/full", "wb") as full:
            for arguments in self.commands():
                with self.subTest(arguments):
                    result = self.run_to(full, *arguments)
                    self.assertEqual(result.returncode, 2, result.stderr)
                    self.assertIn("standard output: cannot be written", result.stderr)
                    self.assertIn("No space left", result.stderr)
            self.assertEqual(self.run_to(full, "x", env={"HG_HELP": "1"}).returncode, 2)
            # Nothing to print, nothing lost.
            self.assertEqual(self.run_to(full, *PRINT, "-o", "q.txt").returncode, 0)
        np.testing.assert_array_equal(np.load(self.path("C.npy")), np.eye(4))

    def test_a_closed_one_is_an_error_and_goes_into_no_file(self):
        result = self.run_to(None, *PRINT, preexec_fn=lambda: os.close(1))
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn("standard output: cannot be written", result.stderr)
        np.save(self.path("A.npy"), np.eye(4))

        def close_all():
            for stream in range(3):
                os.close(stream)
        result = self.run_to(None, "multiply", "A.npy", "A.npy", "-o", "C.npy", preexec_fn=close_all)
        self.assertEqual(result.returncode, 2)
        np.testing.assert_array_equal(np.load(self.path("C.npy")), np.eye(4))

    def test_a_reader_who_leaves_ends_it_without_a_word(self):
        for ignored, ends in [(False, -signal.SIGPIPE), (True, 2)]:
            with self.subTest(ignored=ignored):
                reader, writer = os.pipe()
                os.close(reader)
                result = self.run_to(writer, *PRINT, restore_signals=False,
                                     preexec_fn=lambda ignored=ignored: signal.signal(
                    signal.SIGPIPE, signal.SIG_IGN if ignored else signal.SIG_DFL))
                os.close(writer)
                self.assertEqual(result.returncode, ends, result.stderr)
                self.assertEqual("Broken pipe" in result.stderr, ignored)


class Files(ToolTest):
    def setUp(self):
        super().setUp()
        for name in ["A.npy", "B.npy"]:
            np.save(self.path(name), np.eye(4))
        self.good(*PRINT, "-o", "p.txt")
        self.before = {name: self.content(name) for name in self.files()}

    def content(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def refused_untouched(self, *arguments, says, env=None):
        before = self.files()
        self.refused(*arguments, says=says, env={**HOST, **(env or {})})
        self.assertEqual(self.files(), before)
        for name, content in self.before.items():
            self.assertEqual(self.content(name), content)

    def test_two_outputs_in_one_file(self):
        both = "each output needs a file of its own"
        os.mkdir(self.path("sub"))
        os.symlink("new.npy", self.path("link"))
        os.symlink(".", self.path("here"))
        multiply = ["multiply", "A.npy", "B.npy", "-o", "new.npy"]
        for name in ["new.npy", "./new.npy", "sub/../new.npy", self.path("new.npy"), "link", "here/new.npy"]:
            for option in ["--json", "--trace"]:
                self.refused_untouched(*multiply, option, name, says=[both, option, "--output"])
        self.refused_untouched(*multiply, "--json", "j", "--trace", "j", says=[both, "--json", "--trace"])
        self.refused_untouched(*multiply, says=[both, "HG_TRACE"], env={"HG_TRACE": "new.npy"})
        self.refused_untouched("solve", "A.npy", "B.npy", "-o", "X.npy", "--json", "X.npy", says=both)
        self.refused_untouched("program", "run", "p.txt", "--out", "A=new.npy", "--out", "C=new.npy",
                               says=both)
        self.refused_untouched("program", "run", "p.txt", "--out", "A=new.npy", "--json", "new.npy",
                               says=both)
        self.refused_untouched("bench", "dgemm", "--n", "64", "--html", "new", "--trace", "new", says=both)
        self.refused_untouched("tune", "gemm", "--html", "new", "--save-kernel", "new", says=both)
        self.refused_untouched("bench", "memory", "--html", "new", "--print", "new", says=both)
        with open(self.path("old"), "wb"):
            os.link(self.path("old"), self.path("other"))
        self.refused_untouched("bench", "dgemm", "--n", "64", "--html", "old", "--trace", "other", says=both)

    def test_an_empty_value_does_not_take_the_next_word(self):
        self.refused_untouched("bench", "dgemm", "--html=", "--n=64", says="--html= has no value")
        self.refused_untouched("multiply", "A.npy", "B.npy", "--output=", "C.npy",
                               says="--output= has no value")

    def test_a_report_in_the_place_of_an_input(self):
        os.symlink("A.npy", self.path("link"))
        lost = "which would be lost"
        for name in ["A.npy", "./B.npy", "link"]:
            self.refused_untouched("multiply", "A.npy", "B.npy", "-o", "C.npy", "--json", name,
                                   says=[lost, "--json"])
            self.refused_untouched("solve", "A.npy", "B.npy", "-o", "X.npy", "--trace", name,
                                   says=[lost, "--trace"])
        self.refused_untouched("multiply", "A.npy", "B.npy", "--c", "p.txt", "-o", "C.npy", "--json",
                               "p.txt", says=lost)
        self.refused_untouched("program", "run", "p.txt", "--out", "C=p.txt", says=lost)
        self.refused_untouched("program", "run", "p.txt", "--json", "p.txt", says=lost)
        self.refused_untouched("program", "run", "p.txt", "--bind", "A=A.npy", "--trace", "A.npy", says=lost)
        self.refused_untouched("program", "simulate", "p.txt", "--json", "p.txt", says=lost)
        self.refused_untouched("trace", "p.txt", "--json", "p.txt", says=lost)

    def test_a_matrix_may_take_the_place_of_one_that_was_read(self):
        np.save(self.path("big.npy"), 2 * np.eye(64))
        self.good("program", "run", "p.txt", "--bind", "A=big.npy", "--bind", "B=big.npy", "--out",
                  "C=big.npy", env=HOST)
        np.testing.assert_array_equal(np.load(self.path("big.npy")), 4 * np.eye(64))

    def test_names_that_cannot_be_written_cost_no_time(self):
        multiply = ["multiply", "A.npy", "B.npy", "-o"]
        os.mkdir(self.path("sub"))
        for name, says in [("x" * 256, "name too long"), ("no_such/x", "folder"), ("sub", "ordinary file"),
                           ("/proc/x", "/proc/x"), ("", "empty")]:
            for command in [[*multiply, name], [*multiply, "C.npy", "--json", name],
                            [*multiply, "C.npy", "--trace", name],
                            ["bench", "dgemm", "--n", "20000", "--html", name],
                            ["program", "print", "--n", "64", "-o", name],
                            ["program", "run", "p.txt", "--out", "C=" + name], ["devices", "--json", name],
                            ["tune", "gemm", "--html", name], ["tune", "gemm", "--save-kernel", name]]:
                with self.subTest(command):
                    self.refused_untouched(*command,
                                           says="NAME=VALUE" if name == "" and "run" in command else says)

    def test_a_place_for_tuned_results_is_looked_at_first(self):
        with open(self.path("file"), "wb"):
            pass
        self.before = {}
        self.refused_untouched("tune", "gemm", says="file/tuned.json",
                               env={"HG_CACHE_DIR": self.path("file")})
