"""hgctl stress: rates over time, like devices, limits, an interrupted run, what cards say of themselves,
wrong usage."""
import json
import os
import signal

from tool import HOST, ToolTest, each_backend

PAIR = {"HG_DEVICES": "host,host"}
SMALL = ["stress", "--n", "48", "--repeat", "6", "--launches", "3"]


class Stress(ToolTest):
    def check_series(self, series, iterations):
        rates = series["rates"]
        self.assertEqual(len(rates), iterations)
        self.assertEqual(series["best"], max(rates))
        self.assertEqual(series["worst"], min(rates))
        self.assertLessEqual(series["worst"], series["median"])
        self.assertLessEqual(series["median"], series["best"])
        self.assertAlmostEqual(series["loss_percent"], 100 * (1 - series["last"] / series["first"]), 6)
        self.assertGreaterEqual(series["slope_uncertainty"], 0)
        self.assertEqual(series["at"], sorted(series["at"]))
        self.assertGreater(min(series["seconds"]), 0)
        self.assertEqual(series["wrong"], [])

    @each_backend()
    def test_every_kernel_on_every_device(self, name, env):
        report = self.good_json(*SMALL, "--links", env=env)
        self.assertEqual(len(report["devices"]), 2 if name == "pair" else 1)
        for device in report["devices"]:
            self.assertIsNone(device["lost"])
            self.assertEqual([(series["kernel"], series["type"], series["unit"])
                              for series in device["series"]],
                             [(kernel, kind, "GB/s" if kernel in ("copy", "links") else "GFLOP/s")
                              for kernel in ("gemm", "peak", "copy", "links") for kind in ("f64", "f32")])
            for series in device["series"]:
                self.check_series(series, 6)
                self.assertGreater(series["worst"], 0)
        self.assertEqual(len(report["spreads"]), 8 if name == "pair" else 0)
        self.assertEqual((report["faults"], report["interrupted"], report["iterations"]), ([], False, 6))

    def test_rates_follow_from_work_and_seconds(self):
        report = self.good_json(*SMALL, "--types", "f64", "--price", "4", env=HOST)
        gemm, peak, copy = report["devices"][0]["series"]
        for series, work in [(gemm, 2 * 48**3), (copy, 2 * 8 * 48**2)]:
            for rate, seconds in zip(series["rates"], series["seconds"]):
                self.assertAlmostEqual(rate * seconds / (3 * work * 1e-9), 1, 6)
            self.assertAlmostEqual(series["per_price"] * 4 / series["median"], 1, 9)
        work = [rate * seconds for rate, seconds in zip(peak["rates"], peak["seconds"])]
        self.assertAlmostEqual(max(work) / min(work), 1, 6, "the rounds are found once")

    def test_like_devices_that_differ_break_a_limit(self):
        result = self.ended(*SMALL, "--kernels", "gemm", "--types", "f32", "--limit", "0%", env=PAIR,
                            status=1)
        self.assertRegex(result.stderr,
                         r"hgctl: devices [01] and [01] \(.*\) differ by [\d.]+ % in gemm f32; "
                         r"0.00 % are allowed")
        self.assert_holds(result.stdout, ["6 iterations of 3 launches a kernel", "on 2 devices at once",
                                          "device 1: ", "spread"])
        self.assertIn("slope",
                      self.good(*SMALL, "--kernels", "copy", "--types", "f32", "--limit", "100", env=HOST))

    def test_a_page_with_rates_over_time(self):
        self.assertIn("The report is s.html",
                      self.good(*SMALL, "--types", "f64", "--html", "s.html", env=PAIR))
        page = self.read_page("s.html")
        self.assertEqual(page.headings, ["gemm f64", "peak f64", "copy f64", "All kernels", "Like devices"])
        self.assertEqual([plot["points"] for plot in page.plots], [12, 12, 12])
        for plot, unit in zip(page.plots, ["GFLOP/s", "GFLOP/s", "GB/s"]):
            self.assert_holds(plot["texts"], ["seconds", unit, "device 0", "device 1"])

    def test_an_interrupted_run_reports_what_it_measured(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            status, text = self.interrupted("stress", "--n", "64", "--launches", "2", "--minutes", "3",
                                            "--json", "s.json", after="iteration 9", number=number, env=HOST)
            self.assertEqual(status, 1, "what was asked for is not there")
            self.assertIn("; interrupted", text)
            self.assertRegex(text, r"copy f32 +device 0 ")
            report = self.read_json("s.json")
            self.assertTrue(report["interrupted"])
            self.assertEqual(report["faults"], [])

    def test_progress_on_a_terminal(self):
        shown = self.on_terminal("stress", "--n", "32", "--minutes", "0.01", "--kernels", "copy", env=HOST)
        self.assertRegex(shown, r"[1-9]\d%  iteration \d+, about ")
        self.assertIn("iteration 6", self.on_terminal(*SMALL, env=HOST))

    def test_what_cards_say_of_themselves(self):
        os.mkdir(self.path("bin"))
        self.write("bin/nvidia-smi", "#!/bin/sh\necho host, 100.5, 61\necho GPU-1, 1, 2\nexec sleep 20\n")
        os.chmod(self.path("bin/nvidia-smi"), 0o755)
        text = self.good("stress", "--n", "64", "--minutes", "0.03", "--kernels", "gemm", "--types", "f64",
                         "--json", "s.json", "--html", "s.html",
                         env={**HOST, "PATH": self.path("bin") + ":" + os.environ["PATH"]})
        series, = self.read_json("s.json")["devices"][0]["series"]
        self.assertEqual((series["watts"][-1], series["celsius"][-1]), (100.5, 61))
        self.assertRegex(text, r" W +C +wrong")
        self.assertIn("Power and temperature", self.read_page("s.html").headings)
        self.assertNotIn("watts",
                         self.good_json(*SMALL, "--kernels", "copy", env={**HOST, "PATH": "/nonexistent"})
                         ["devices"][0]["series"][0])

    def test_wrong_usage(self):
        self.refused("stress", "--n", "1000000", env=HOST,
                     says=["matrices of order 1000000 take", "in all", "--n ", "fits"])
        self.refused("stress", "--kernels", "fly", env=HOST, says=["fly", "gemm", "peak", "copy"])
        for limit in ["much", "-5%", "5%%", "101", "nan", "%"]:
            self.refused("stress", "--limit=" + limit, env=HOST, says=["--limit", limit])
        self.refused("stress", "--price", "1,2,3", env=PAIR, says=["--price has 3 values for 2 devices"])
        self.refused("stress", "--price", "0", env=HOST, says="--price")
        self.refused("stress", "--repeat", "0", env=HOST, says="--repeat")
        self.refused("stress", "--devices", "no_such", says=["no_such", "There are"])
        self.refused("stress", "--html", "no_such/s.html", env=HOST, says="no_such/s.html")
