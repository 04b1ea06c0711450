"""hgctl --version, and what each report in JSON says of how it was made."""
import datetime
import json
import pathlib
import re
import socket
import subprocess

import numpy as np
from tool import ToolTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TWO_HOSTS = {"HG_DEVICES": "host,host"}
SMALL = ["--n", "32", "--repeat", "1"]


class Version(ToolTest):
    def version(self):
        lines = self.good("--version").splitlines()
        self.assertEqual([line.split("  ")[0].split()[0] for line in lines],
                         ["hgctl", "build", "compiler", "commit"])
        return [lines[0].removeprefix("hgctl "), *(line[12:] for line in lines[1:])]

    def test_version_build_type_compiler_and_commit(self):
        version, build_type, compiler, commit = self.version()
        project = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
        self.assertIn(f"project(hg VERSION {version} ", project)
        self.assertIn(f"\nversion: {version}\n", (ROOT / "CITATION.cff").read_text(encoding="utf-8"))
        self.assertIn(build_type, ["Release", "Debug", "RelWithDebInfo", "MinSizeRel"])
        self.assertRegex(compiler, r"^\w+ \d+\.\d+")
        self.assertRegex(commit, r"^([0-9a-f]{12,40}(-modified)?|not known)$")
        self.assertEqual(self.version(), self.version(), "it has no date")

    def commands(self):
        """Commands with a report, and whether it names devices."""
        np.save(self.path("A.npy"), np.eye(8))
        self.good("program", "print", "--n", "64", "--devices", "1", "-o", "p.txt", env=TWO_HOSTS)
        self.good("program", "run", "p.txt", "--trace", "t.json", env=TWO_HOSTS)
        yield ["devices"], True
        yield ["multiply", "A.npy", "A.npy", "-o", "C.npy"], True
        yield ["solve", "A.npy", "A.npy", "-o", "X.npy"], True
        yield ["check", "gemm", "--count", "1", "--n-max", "8"], True
        yield ["check", "getrf", "--count", "1", "--n-max", "8"], True
        yield ["bench", "dgemm", *SMALL], True
        yield ["bench", "dtrsm", *SMALL], True
        yield ["bench", "processes", "--processes", "1", "--n", "64", "--seconds", "0.1"], True
        yield ["probe", "kernels"], True
        yield ["program", "run", "p.txt"], True
        yield ["program", "simulate", "p.txt"], False
        yield ["trace", "t.json"], False

    def test_every_report_says_how_it_was_made(self):
        version, build_type, compiler, commit = self.version()
        for command, names_devices in self.commands():
            with self.subTest(command):
                report = self.good_json(*command, env=TWO_HOSTS)
                self.assertEqual(list(report)[:3], ["hg", "date", "host"])
                self.assertEqual(report["hg"],
                                 {"version": version, "build_type": build_type, "compiler": compiler,
                                  "commit": None if commit == "not known" else commit})
                self.assertRegex(report["date"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
                made = datetime.datetime.strptime(report["date"], "%Y-%m-%dT%H:%M:%S%z")
                age = datetime.datetime.now(datetime.timezone.utc) - made
                self.assertLess(abs(age.total_seconds()), 60)
                self.assertEqual(report["host"], socket.gethostname())
                if names_devices:
                    names = [device["name"] if isinstance(device, dict) else device
                             for device in report["devices"]]
                    self.assertGreaterEqual(len(names), 1)
                    self.assertTrue(all(isinstance(name, str) and name for name in names), names)
        self.good("devices", "--json", "devices.json", env=TWO_HOSTS)
        self.assertEqual(self.read_json("devices.json")["hg"]["version"], version)

    def commit_of(self, folder):
        """What the build writes for a folder."""
        pathlib.Path(self.path("commit.in")).write_text("@commit@", encoding="utf-8")
        subprocess.run(["cmake", f"-DSOURCE={folder}", f"-DINPUT={self.path('commit.in')}",
                        f"-DOUTPUT={self.path('commit')}", "-P", ROOT / "cmake/commit.cmake"], check=True)
        return pathlib.Path(self.path("commit")).read_text(encoding="utf-8").strip()

    def test_the_commit_is_that_of_the_tree(self):
        folder = pathlib.Path(self.path("tree"))
        (folder / "part").mkdir(parents=True)
        (folder / "part/file").write_text("one", encoding="utf-8")
        self.assertEqual(self.commit_of(folder), "", "no repository")
        git = ["git", "-C", folder, "-c", "user.name=A", "-c", "user.email=a@example.org"]
        for command in [["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "One"],
                        ["tag", "v1"]]:
            subprocess.run([*git, *command], check=True)
        first = self.commit_of(folder)
        self.assertTrue(re.fullmatch("[0-9a-f]{12}", first), first)
        self.assertEqual(self.commit_of(folder / "part"), "", "a tree in another project's repository")
        (folder / "part/file").write_text("two", encoding="utf-8")
        self.assertEqual(self.commit_of(folder), first + "-modified")
