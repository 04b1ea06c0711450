"""hgctl plan: its rows, and its predictions beside measured times."""
import collections
import csv
import pathlib
import re

from tool import ToolTest

PAGES = pathlib.Path(__file__).parents[2] / "docs/measurements"
TYPES = {"d": "f64", "s": "f32"}
# Rows of the page that differ from the measured time by more than a tenth: routine, n, devices, machine.
KNOWN_TO_DIFFER = {
    ("dgetrf", "16384", "1", "slow"),
    ("dgetrf", "8192", "1", "one-b"),
}


def machines():
    """The options of each machine, by its name on the page."""
    text = (PAGES / "predicted-2026-11-27.md").read_text(encoding="utf-8")
    return {name: rates.split()
            for name, rates in re.findall(r"^\| (\S+) \| [^|]* \| `(--copy-rate [^`]*)` \|$", text, re.M)}


class Predictions(ToolTest):
    def test_they_are_within_a_tenth_of_measured_times(self):
        options = machines()
        self.assertEqual(len(options), 7)
        calls = collections.defaultdict(list)
        with open(PAGES / "predicted-2026-11-27.csv", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                call = (row["machine"], row["routine"], row["arithmetic"], row["memory"], row["beta"])
                calls[call].append(row)
        close = 0
        for (machine, routine, arithmetic, memory, beta), rows in calls.items():
            rates = list(options[machine])
            if routine[0] == "s":
                rates[rates.index("--kernel-rate") + 1] = "49000"
            report = self.good_json(
                "plan", routine[1:], "--type", TYPES[routine[0]], "--no-gains",
                "--machine", "h100" if machine.startswith("h100") else "h200",
                "--sizes", ",".join(sorted({row["n"] for row in rows}, key=int)),
                "--devices", ",".join(sorted({row["devices"] for row in rows}, key=int)), *rates,
                *(["--arithmetic", arithmetic] if arithmetic != "native" else []),
                *(["--pinned"] if memory == "pinned" else []), *(["--beta", beta] if beta else []))
            found = {(str(row["n"]), str(row["devices"])): row for row in report["rows"]}
            for row in rows:
                with self.subTest(**row):
                    plan = found[row["n"], row["devices"]]
                    self.assertEqual(plan["used"], int(row["used"]))
                    self.assertAlmostEqual(1e3 * plan["seconds"] / float(row["predicted_ms"]), 1, delta=0.01)
                    if (routine, row["n"], row["devices"], machine) in KNOWN_TO_DIFFER:
                        continue
                    self.assertAlmostEqual(float(row["measured_ms"]) / (1e3 * plan["seconds"]), 1, delta=0.1)
                    close += 1
        self.assertGreater(close, 110)


class Rows(ToolTest):
    def plan(self, *arguments):
        return self.good_json("plan", "gemm", "--sizes", "2048,4096", "--machine", "h200", *arguments)

    def test_a_row_for_each_size_and_number_of_devices(self):
        report = self.plan("--devices", "1..3,8")
        self.assertEqual([(row["n"], row["devices"]) for row in report["rows"]],
                         [(n, devices) for n in (2048, 4096) for devices in (1, 2, 3, 8)])
        for row in report["rows"]:
            self.assertLessEqual(row["used"], row["devices"])
            self.assertAlmostEqual(row["gflops"] * 1e9 * row["seconds"] / (2 * row["n"]**3), 1)
            self.assertAlmostEqual(row["efficiency"], row["speedup"] / row["devices"])
            self.assertEqual(set(row["saved_by"]), {"links", "host_copies", "kernels", "memory"})
            self.assertTrue(0 < row["bound_share"] <= 1.0001)
        self.assertEqual([row["n"] for row in report["pays_up_to"]], [2048, 4096])

    def test_devices_that_a_plan_leaves_out_do_not_pay(self):
        report = self.plan("--devices", "8", "--no-gains")
        for row, advice in zip(report["rows"], report["pays_up_to"]):
            self.assertLess(row["used"], 8)
            self.assertEqual(advice["devices"], row["used"])

    def test_more_of_what_bounds_a_call_saves_time(self):
        slow = self.plan("--devices", "2", "--copy-rate", "5")["rows"][1]
        self.assertEqual(slow["bound"], "host copies")
        self.assertGreater(slow["saved_by"]["host_copies"], 0.3)
        pinned = self.plan("--devices", "2", "--pinned")["rows"][1]
        self.assertNotIn("host_copies", pinned["saved_by"])

    def test_it_writes_pages_and_traces(self):
        said = self.good("plan", "getrf", "--sizes", "4096", "--machine", "h200", "--devices", "1,2",
                         "--no-gains", "--html", "p.html", "--csv", "p.csv", "--trace", "t.json")
        self.assertIn("n = 4096: ", said)
        self.assertEqual(len(self.read("p.csv").splitlines()), 3)
        self.assertIn("speed-up", self.read("p.html"))
        self.assertIn("limited by", self.good("trace", "t.json"))

    def test_wrong_counts_and_options_of_others_are_refused(self):
        for devices in ("0", "1..", "4..2", "two", "1,,2", "1000"):
            self.refused("plan", "gemm", "--sizes", "64", "--devices", devices, says="--devices")
        self.refused("plan", "potrf", "--sizes", "64", "--side", "L", says="--side is an option of")
