"""hgctl tune: a small tune on each back end, what it writes, how its results are used, merging, wrong
usage."""
import fcntl
import json
import os
import re
import shutil
import subprocess

from tool import HGCTL, HOST, ToolTest, backends

FAMILIES = ["global", "local", "local_a", "registers", "blocked", "pipelined", "mma", "mfma"]
OPS = ["nn", "nt", "tn", "tt"]


class Tune(ToolTest):
    """Tuning needs a cache folder of its own: its results change what other runs choose."""

    def setUp(self):
        super().setUp()
        self.tuned = self.path("tuned_cache")

    def env(self, name):
        return {**backends()[name], "HG_CACHE_DIR": self.tuned}

    def small_tune(self, *arguments, env, budget):
        return self.hgctl("tune", "gemm", "--type", "f32", "--sizes", "32,48", "--families", "registers",
                          "--budget", budget, *arguments, env=env)

    def check_report(self, report):
        cells = sorted((cell["type"], cell["ops"], cell["m"], cell["n"], cell["k"])
                       for cell in report["cells"])
        wanted = [("f32", ops, n, n, n) for ops in OPS for n in (32, 48)]
        if report["complete"]:
            self.assertEqual(cells, wanted)
        else:  # a busy machine: what is there must be right all the same
            self.assertEqual(cells, [cell for cell in wanted if cell in cells])
            self.assertIn(("f32", "nn", 48, 48, 48), cells)
        for cell in report["cells"]:
            best = cell["best"]
            self.assertIn(f"gemm_registers_f32_{cell['ops']}", best["kernel"])
            self.assertAlmostEqual(best["gflops"] * best["seconds"] / 2e-9 / cell["m"]**3, 1, 9)
            if cell["runner_up"]:
                self.assertLessEqual(best["seconds"], cell["runner_up"]["seconds"])
            self.assertGreater(cell["verdicts"]["good"], 0)
            self.assertEqual(cell["verdicts"]["wrong"], 0)
        self.assertEqual(report["verdicts"]["good"],
                         sum(cell["verdicts"]["good"] for cell in report["cells"]))
        self.assertEqual(report["wrong"], [])

    def check_page(self, report):
        maps = self.read_page("tune.html").plots
        self.assertEqual({of["kind"] for of in maps}, {"map"})
        titles = [cell["title"] for of in maps for cell in of["cells"]]
        for cell in report["cells"]:
            title = f"f32 {cell['ops']}, {cell['m']} x {cell['n']} x {cell['k']}\n{cell['best']['kernel']}, "
            self.assertEqual(sum(other.startswith(title) for other in titles), 1)
        self.assertEqual(len(titles), len(report["cells"]))
        self.assertEqual(len(maps), len({cell["ops"] for cell in report["cells"]}))

    def check_kernel_file(self, report):
        text = self.read("winner.cl")
        best = next(cell["best"]["kernel"] for cell in report["cells"]
                    if cell["m"] == 48 and cell["ops"] == "nn")
        self.assertTrue(text.startswith(f"// {best}: the fastest kernel found for f32 nn, 48 x 48 x 48\n"),
                        text[:200])
        compiler = shutil.which("clang") or shutil.which("clang-14")
        if compiler is None:
            self.skipTest("needs clang to compile the kernel that was saved")
        command = [compiler, "-x", "cl", "-cl-std=CL1.2", "-Xclang", "-finclude-default-header",
                   "-fsyntax-only", self.path("winner.cl")]
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                timeout=60, check=False)
        self.assertEqual(result.returncode, 0, result.stdout)

    def check_kernel_folder(self, report):
        """A source and a program in C for each kernel that wins a cell."""
        winners = {cell["best"]["kernel"] for cell in report["cells"]}
        self.assertEqual(sorted(os.listdir(self.path("kernels"))),
                         sorted(name + end for name in winners for end in (".c", ".cl")))
        for name in winners:
            self.assertIn(f'#define SOURCE_FILE "{name}.cl"', self.read(f"kernels/{name}.c"))
            self.assertTrue(
                self.read(f"kernels/{name}.cl").startswith(f"// {name}: the fastest kernel found for f32 "))

    def check_is_used(self, report, env):
        device, = (device for device in self.good_json("devices", env=env)["devices"] if device["selected"])
        self.assertEqual(device["kernels"]["f32"], "host" if device["kind"] == "host" else "user")
        row, = self.good_json("bench", "kernel", "--type", "f32", "--sizes", "48", "--repeat", "1",
                              env=env)["rows"]
        best = next(cell["best"]["kernel"] for cell in report["cells"]
                    if cell["m"] == 48 and cell["ops"] == "nn")
        self.assertEqual(row["from"], "user")
        self.assertEqual(row["kernel"].replace("_set", ""), best)

    def test_a_small_tune_from_end_to_end(self):
        for name in backends():
            if name == "pair":
                continue
            with self.subTest(name):
                shutil.rmtree(self.tuned, ignore_errors=True)
                env = self.env(name)
                result = self.small_tune("--json", "tune.json", "--html", "tune.html", "--save-kernel",
                                         "winner.cl", "--save-kernels", "kernels", env=env, budget="25")
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertIn(f"Saved in {self.tuned}/tuned.json", result.stdout)
                report = self.read_json("tune.json")
                self.assertEqual(report["saved_to"], f"{self.tuned}/tuned.json")
                self.check_report(report)
                for cell in report["cells"]:
                    self.assertIn(cell["best"]["kernel"], result.stdout)
                self.check_page(report)
                self.check_is_used(report, env)
                self.check_kernel_folder(report)
                shutil.rmtree(self.path("kernels"))
                self.check_kernel_file(report)

    def test_every_method_and_grids(self):
        for method in ["coordinate", "linear", "exhaustive"]:
            with self.subTest(method):
                result = self.ended("tune", "gemm", "--device", "host", "--type", "f64", "--grid",
                                    "m=16:n=8,24:k=16", "--families", "global", "--method", method,
                                    "--budget", "4", "--no-save", "--json", "-",
                                    env={"HG_CACHE_DIR": self.tuned})
                report = json.loads(result.stdout)
                self.assertEqual(report["method"], method)
                self.assertIsNone(report["saved_to"])
                large = [cell["searched"] for cell in report["cells"] if cell["n"] == 24]
                if method == "exhaustive" and report["complete"]:
                    self.assertTrue(all(searched["measured"] == searched["candidates"]
                                        for searched in large), large)
                self.assertEqual(sorted((cell["ops"], cell["m"], cell["n"], cell["k"])
                                        for cell in report["cells"]),
                                 [(ops, 16, n, 16) for ops in OPS for n in (8, 24)])
        self.assertFalse(os.path.exists(os.path.join(self.tuned, "tuned.json")))

    def test_vectors_have_a_kernel_for_each_length_and_rates_in_bytes(self):
        for name in backends():
            if name == "pair":
                continue
            with self.subTest(name):
                shutil.rmtree(self.tuned, ignore_errors=True)
                env = self.env(name)
                result = self.ended("tune", "dot", "--type", "f32", "--grid", "n=60,3000", "--budget", "12",
                                    "--json", "dot.json", "--html", "dot.html", env=env)
                report = self.read_json("dot.json")
                self.assertEqual(report["routine"], "dot")
                self.assertEqual([cell["n"] for cell in report["cells"]],
                                 [60, 3000] if report["complete"] else [3000])
                for cell in report["cells"]:
                    self.assertTrue(cell["best"]["kernel"].startswith("vector_dot_f32_"), cell["best"])
                    self.assertAlmostEqual(cell["best"]["gbytes"] * cell["best"]["seconds"] / 8e-9
                                           / cell["n"], 1, 9)
                    self.assertNotIn("share_of_memory", cell["best"])
                    if report["complete"]:
                        self.assertGreaterEqual(cell["in_use"]["seconds"], cell["best"]["seconds"])
                if report["complete"]:
                    self.assertEqual(report["in_use"]["cells"], 2)
                    self.assertRegex(result.stdout,
                                     r"Kernels in use take [\d.]+ \(median\) to [\d.]+ \(worst\) times")
                self.assertIn(" GB/s", result.stdout)
                self.read_page("dot.html")
                kept = self.read_json(os.path.join(self.tuned, "tuned.json"))["results"]
                self.assertEqual([(cell["routine"], cell["extents"], cell["kernel"]) for cell in kept],
                                 [("dot", [cell["n"]], cell["best"]["kernel"]) for cell in report["cells"]])
                row, = self.good_json("bench", "resident", "--routines", "dot", "--type", "f32", "--lengths",
                                      "3000", "--repeat", "1", "--chain", "1", env=env)["rows"]
                self.assertEqual(row["kernels"].split(" + ")[0], report["cells"][-1]["best"]["kernel"])

    def test_several_routines_share_the_budget_and_the_memory_s_rate_is_their_bound(self):
        env = {**HOST, "HG_CACHE_DIR": self.tuned}
        self.good("probe", "memory", "--functions", "copy", "--type", "f64", "--sizes", "256M", env=env)
        result = self.ended("tune", "all", "--routines", "nrm2,axpy", "--type", "f64", "--sizes",
                            "100:1000:log:2", "--samples", "2", "--budget", "3", "--json", "all.json",
                            "--html", "all.html", "--save-kernels", "kernels", env=env)
        runs = self.read_json("all.json")["routines"]
        self.assertEqual([run["routine"] for run in runs], ["axpy", "nrm2"])
        self.assertAlmostEqual(sum(run["budget_seconds"] for run in runs), 3)
        self.assertIn("Rates are means of 2 sizes in each cell.", result.stdout)
        winners = {cell["best"]["kernel"] for run in runs for cell in run["cells"]}
        self.assertEqual(sorted(os.listdir(self.path("kernels"))),
                         sorted(name + end for name in winners for end in (".c", ".cl")))
        for run in runs:
            self.assertEqual(run["samples"], 2)
            self.assertTrue({cell["n"] for cell in run["cells"]} <= {100, 1000})
            for cell in run["cells"]:
                self.assertGreater(cell["best"]["share_of_memory"], 0)
        self.assertRegex(result.stdout, r"GB/s, \d+ %")
        page = self.read("all.html")
        self.assert_holds(page, ["Tuned AXPY kernels", "Tuned NRM2 kernels",
                                 "that the device's memory carries"])

    def test_products_of_residues_are_tuned_and_their_results_used(self):
        for name in backends():
            with self.subTest(name):
                # Of two tunes of equal devices the better rates stay: each has a folder of its own.
                env = {**self.env(name), "HG_CACHE_DIR": self.path(name)}
                report = self.good_json("tune", "emulated", "--type", "f32", "--sizes", "100", "--budget",
                                        "10", env=env)
                cell, = report["cells"]
                self.assertEqual((cell["m"], cell["n"], cell["k"], cell["verdicts"]["wrong"]),
                                 (100, 100, 100, 0))
                best = cell["best"]["kernel"]
                self.assertRegex(best, r"^emulated_product_n6_w[248]$")
                row, = self.good_json("bench", "kernel", "--emulated", "--type", "f32", "--sizes", "90",
                                      "--repeat", "1", env=env)["rows"]
                self.assertIn(best, [part["kernel"] for part in row["parts"]])

    def test_a_budget_is_that_of_all_types_and_what_it_leaves_out_is_said(self):
        result = self.ended("tune", "gemm", "--device", "host", "--sizes", "40", "--families", "registers",
                            "--method", "exhaustive", "--full", "--budget", "4", "--no-save", "--json",
                            "tune.json", env={"HG_CACHE_DIR": self.tuned})
        report = self.read_json("tune.json")
        self.assertEqual(report["budget_seconds"], 4)
        self.assertLess(report["seconds"], 7)
        self.assertEqual({cell["type"] for cell in report["cells"]}, {"f32", "f64"})
        self.assertFalse(report["complete"])
        for cell in report["cells"]:
            searched = cell["searched"]
            self.assertLess(searched["measured"], searched["candidates"])
            self.assertIn(
                f"{cell['type']} {cell['ops']} 40 x 40 x 40: {searched['measured']} of "
                f"{searched['candidates']} kernels",
                result.stdout)

    def test_without_a_cache_folder_nothing_is_saved_and_that_is_said(self):
        result = self.small_tune(env={**HOST, "HG_CACHE_DIR": ""}, budget="3")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("not saved: HG_CACHE_DIR is empty", result.stderr)
        self.assertIn("Not saved.", result.stdout)

    def test_a_lock_that_another_holds_is_told(self):
        os.mkdir(self.tuned)
        with open(os.path.join(self.tuned, "tuned.json.lock"), "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            command = [HGCTL, "tune", "gemm", "--device", "host", "--type", "f32", "--sizes", "32",
                       "--families", "registers", "--budget", "3"]
            with subprocess.Popen(command, env={**os.environ, **self.env("host")}, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True) as tuning:
                line = tuning.stderr.readline()
                self.assertRegex(
                    line, "hgctl: waiting for another process, which holds the lock of tuned.json in "
                    f"{self.tuned}: for 60 s at most")
                fcntl.flock(lock, fcntl.LOCK_UN)
                text, errors = tuning.communicate(timeout=60)
        self.assertEqual((tuning.returncode, errors), (0, ""))
        self.assertIn(f"Saved in {self.tuned}/tuned.json", text)

    def test_progress_with_the_time_left_is_shown_on_a_terminal(self):
        shown = self.on_terminal("tune", "gemm", "--device", "host", "--type", "f32", "--sizes", "200,300",
                                 "--families", "registers", "--budget", "3", "--no-save",
                                 env={"HG_CACHE_DIR": self.tuned})
        self.assertRegex(shown, r"\[[#.]{30}\] +\d+%  f32 n.*left")

    def test_complex_products(self):
        result = self.ended("tune", "gemm", "--device", "host", "--type", "c64", "--sizes", "40",
                            "--families", "complex", "--budget", "4", "--save-kernels", self.path("kernels"),
                            "--json", "-", env=self.env("host"))
        report = json.loads(result.stdout)
        self.assertEqual(report["verdicts"]["wrong"], 0)
        best = report["cells"][0]["best"]
        self.assertTrue(best["kernel"].startswith("gemm_complex_c64_nn"))
        self.assertAlmostEqual(best["gflops"] * best["seconds"] / 8e-9 / 40**3, 1, 9)
        self.assertIn(best["kernel"] + ".cl", os.listdir(self.path("kernels")))
        # The results are kept, and the next product takes one of them.
        shown = self.hgctl("bench", "kernel", "--device", "host", "--type", "c64", "--sizes", "40",
                           "--repeat", "1", env=self.env("host"))
        self.assertIn("user", shown.stdout)

    def test_wrong_usage(self):
        def refused(*arguments, says):
            self.refused("tune", "gemm", *arguments, env=HOST, says=says)

        refused("--device", "no_such", says=["no_such", "There are", "host"])
        refused("--type", "f16", says=["f16", "f64", "f32"])
        refused("--families", "fast", says=["fast", *FAMILIES])
        refused("--families", "mma", "--type", "f32", says="mma f32: mma is made for f64")
        refused("--method", "guess", says=["guess", "coordinate", "linear", "exhaustive"])
        refused("--exhaustive", says="--exhaustive")
        refused("--samples", "0", says="--samples")
        refused("--budget", "0", says="--budget: 0 is not from 1e-9 to 1e9")
        refused("--budget", "abc", says="--budget: 'abc' is not a finite decimal number")
        refused("--sizes", "many", says=["--sizes", "many", "FIRST:LAST:log"])
        refused("--sizes", "1048576", says=["1048576 x 1048576 x 1048576", "the device has"])
        refused("--grid", "m=1:n=2", says=["--grid", "m=1:n=2", "needs each of m=, n=, k= once"])
        refused("--sizes", "8", "--grid", "m=1:n=1:k=1", says="--sizes")
        self.refused("tune", "dot", "--grid", "m=1:n=1", env=HOST, says=["--grid", "n="])
        self.refused("tune", "dot", "--grid", "n=2000000000", env=HOST, says="1073741824")
        self.refused("tune", "dot", "--families", "mma", env=HOST, says="--families")
        self.refused("tune", "all", "--routines", "dotty", env=HOST, says=["dotty", "dot", "gemm"])
        self.refused("tune", "all", "--grid", "n=5", env=HOST, says=["--grid", "m=, n=, k="])
        refused("--html", "no_such/t.html", "--save-kernels", "kernels", says="no_such/t.html")
        refused("--sizes", "many", "--save-kernels", "kernels", says="many")
        refused("--save-kernel", "no_such/k.cl", says="no_such/k.cl")
        refused("--json", "no_such/t.json", says="no_such/t.json")
        self.assertEqual(self.files(), [])

    def test_the_worker_is_no_subcommand_for_users(self):
        self.assertNotIn("worker", self.good("tune", "--help"))


class Merge(ToolTest):
    RESULT = {"kernel": "gemm_blocked_f64_nn", "m": 64, "n": 64, "k": 64, "rate": 1e9, "product": "A",
              "vendor": "B", "architecture": "", "gpu": True, "driver": "1", "date": "2026-01-01"}

    def write_results(self, name, *results):
        with open(self.path(name), "w", encoding="utf-8") as file:
            json.dump({"format": "hg tuned kernels 1",
                       "results": [{**self.RESULT, **result} for result in results]}, file)

    def test_the_faster_of_two_stays(self):
        self.write_results("a.json", {"rate": 2e9}, {"m": 128, "rate": 5e9})
        self.write_results("b.json", {"kernel": "gemm_global_f64_nn", "rate": 3e9}, {"m": 128, "rate": 4e9},
                           {"product": "C"})
        self.assertEqual(self.good("tune", "merge", "a.json", "b.json", "-o", "c.json"),
                         "3 tuned kernels in c.json\n")
        merged = self.read_json("c.json")["results"]
        self.assertEqual({(result["product"], result["m"]): (result["kernel"], result["rate"])
                          for result in merged},
                         {("A", 64): ("gemm_global_f64_nn", 3e9), ("A", 128): ("gemm_blocked_f64_nn", 5e9),
                          ("C", 64): ("gemm_blocked_f64_nn", 1e9)})

    def test_an_output_may_be_an_input(self):
        self.write_results("a.json", {})
        self.write_results("b.json", {"m": 1})
        self.good("tune", "merge", "a.json", "b.json", "-o", "a.json")
        self.assertEqual(len(self.read_json("a.json")["results"]), 2)

    def test_files_that_cannot_be_read(self):
        self.write_results("a.json", {})
        self.write("bad.json", '{"format": "something else"}')
        self.refused("tune", "merge", "a.json", "bad.json", "-o", "c.json", says="bad.json")
        self.refused("tune", "merge", "a.json", "missing.json", "-o", "c.json", says="missing.json")
        self.refused("tune", "merge", "a.json", ".", "-o", "c.json", says=".: is a folder")
        self.refused("tune", "merge", "a.json", says="--output")
        self.refused("tune", "merge", "-o", "c.json", says="FILES")
        self.assertEqual(self.files(), ["a.json", "bad.json"])
