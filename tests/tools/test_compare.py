"""hgctl compare: two runs of a bench, row by row; and what every bench keeps for it."""
import csv
import json

from tool import HOST, ToolTest

ONE = ["--repeat", "1", "--warmup", "0"]
# Each bench, as small as it goes, and the rows that it compares: each of them with each of its times.
BENCHES = [(["bench", "dgemm", "--n", "16,24", *ONE], 2), (["bench", "ddot", "--n", "64", *ONE], 1),
           (["bench", "dpotrs", "--n", "30", "--nrhs", "1,3", *ONE], 2),
           (["bench", "kernel", "--sizes", "32", *ONE, "--chain", "1"], 1),
           (["bench", "resident", "--routines", "dot,gemv", "--sizes", "64", "--lengths", "64", *ONE,
             "--chain", "1"], 3),
           (["bench", "spmv", "--matrix", "stencil5:7", *ONE, "--chain", "1"], 1),
           (["bench", "distributed", "--matrix", "stencil5:7", "--repeat", "4"], 2),
           (["bench", "memory", "--versions", "cpu,global", "--sizes", "16", *ONE], 4),
           (["bench", "program", "--tasks", "20", *ONE], 10),
           (["bench", "processes", "--processes", "2", "--n", "16", "--seconds", "0.01"], 2),
           (["stress", "--n", "16", "--repeat", "2", "--launches", "1", "--types", "f64"], 3),
           (["probe", "memory", "--functions", "copy", "--type", "f64", "--sizes", "1K"], 1)]


class Compare(ToolTest):
    def bench(self, name, rows, **members):
        """A report with these rows: n and the milliseconds of each run."""
        report = {"hg": {"version": "0.2.0", "commit": "abc"}, "date": "2026-11-27T00:00:00Z",
                  "host": "node7", "devices": ["GPU"], "driver": "580",
                  "comparison": {"rows": "rows", "keys": ["routine", "n"], "samples": ["all_seconds"]},
                  "rows": [{"routine": "dgemm", "n": n, "all_seconds": [time / 1000 for time in times]}
                           for n, times in rows], **members}
        self.write(name, json.dumps(report))
        return name

    def test_verdicts_and_the_limit(self):
        base = [1.00, 1.01, 1.02, 1.03, 1.04]
        a = self.bench("a.json", [(64, base), (128, base), (256, base), (512, base)])
        b = self.bench("b.json", [(128, [time * 1.1 for time in base]), (64, [time * 0.9 for time in base]),
                                  (256, [time + 0.005 for time in base]), (1024, base)])
        report = self.good_json("compare", a, b, "--csv", "c.csv")
        self.assertEqual([(row["n"], row["verdict"]) for row in report["rows"]],
                         [("64", "faster"), ("128", "slower"), ("256", "same")])
        slower = report["rows"][1]
        self.assertAlmostEqual(slower["change_percent"], 10, 9)
        self.assertAlmostEqual(slower["p"], 2 / 252, 9)
        self.assertEqual((slower["a"]["median_seconds"], slower["a"]["runs"]), (0.00102, 5))
        self.assertEqual(report["only_a"], ["routine dgemm, n 512"])
        self.assertEqual(report["only_b"], ["routine dgemm, n 1024"])
        self.assertEqual(report["summary"], {"faster": 1, "slower": 1, "same": 1, "too_few_runs": 0})
        self.assertEqual([row["verdict"] for row in csv.DictReader(self.read("c.csv").splitlines())],
                         ["faster", "slower", "same"])
        text = self.good("compare", a, b, "--limit", "15%")
        self.assert_holds(text, ["a.json, hg 0.2.0, commit abc, 2026-11-27T00:00:00Z, on node7",
                                 "+10.0 %", "-10.0 %", "only in a.json: routine dgemm, n 512",
                                 "1 faster, 1 slower, 1 same", "0 slower by more than 15.0 %"])
        self.assertIn("1 slower by more than 5.0 %",
                      self.ended("compare", a, b, "--limit", "5", status=1).stdout)

    def test_too_few_runs_have_no_verdict_but_a_limit(self):
        a, b = self.bench("a.json", [(64, [1, 1, 1])]), self.bench("b.json", [(64, [2, 2, 2])])
        self.assertIn("too few runs", self.good("compare", a, b))
        self.ended("compare", a, b, "--limit", "50%", status=1)

    def test_reports_of_former_versions_take_the_keys_of_the_other_one(self):
        a = self.bench("a.json", [(64, [1] * 5)], comparison=None)
        b = self.bench("b.json", [(64, [2] * 5)])
        self.assertIn("1 slower", self.good("compare", a, b))
        self.assertIn("1 faster", self.good("compare", b, a))
        self.refused("compare", a, a, says="no member 'comparison'")

    def test_other_machines_are_warned_of(self):
        a = self.bench("a.json", [(64, [1] * 5)])
        b = self.bench("b.json", [(64, [1] * 5)], host="node8", devices=[{"name": "GPU", "driver": "590"}],
                       driver=None)
        result = self.ended("compare", a, b)
        self.assert_holds(result.stderr, ["warning: hosts differ: a.json has 'node7', b.json has 'node8'",
                                          "warning: drivers differ: a.json has '580', b.json has '590'"])
        self.assertNotIn("devices differ", result.stderr)

    def test_what_is_no_bench_is_refused(self):
        good = self.bench("good.json", [(64, [1])])
        self.write("text.json", "no JSON")
        self.write("other.json", "{}")
        self.bench("empty.json", [])
        self.bench("wrong.json", [(64, [-1])])
        self.bench("odd.json", [(64, [1])], comparison={"rows": ["~/*/"], "keys": 3, "samples": {}})
        for name in ["text.json", "other.json", "empty.json", "wrong.json", "odd.json"]:
            with self.subTest(name):
                self.refused("compare", good, name, says=[name, "is not a report with samples"])
        self.refused("compare", good, "missing.json", says="missing.json")
        self.refused("compare", good, self.bench("far.json", [(65, [1])]), says="no row in common")
        for limit in ["x", "-1", "101%", "5%%", "nan", "%"]:
            self.refused("compare", good, good, "--limit", limit, says="--limit")
        self.refused("compare", good, good, "--csv", good, says="--csv")

    def test_every_bench_can_be_compared(self):
        for arguments, rows in BENCHES:
            with self.subTest(arguments):
                self.ended(*arguments, "--json", "a.json", "--csv", "a.csv", env=HOST)
                report = self.good_json("compare", "a.json", "a.json")
                self.assertEqual(len(report["rows"]), rows)
                for row in report["rows"]:
                    self.assertIn(row["verdict"], ["same", "too few runs"])
                    self.assertGreater(row["a"]["median_seconds"], 0)
                self.assertGreater(len(self.read("a.csv").splitlines()), 1)

    def test_a_program_is_a_row(self):
        self.good("program", "print", "--n", "64", "--model-devices", "1", "-o", "p.txt")
        self.good("program", "run", "p.txt", "--repeat", "4", "--json", "a.json", env=HOST)
        self.assertIn("0 faster, 0 slower, 1 same", self.good("compare", "a.json", "a.json"))
