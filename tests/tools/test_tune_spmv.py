"""hgctl tune spmv: the kernel of one matrix, kept for it and used by products; wrong input."""
import json
import os

from tool import HOST, ToolTest


class TuneSpmv(ToolTest):
    def setUp(self):
        super().setUp()
        self.env = {**HOST, "HG_CACHE_DIR": self.path("tuned_cache")}

    def tuned(self):
        return [r for r in self.read_json(os.path.join(self.path("tuned_cache"), "tuned.json"))["results"]
                if r["routine"] == "spmv"]

    def test_the_fastest_kernel_is_kept_for_its_matrix(self):
        report = json.loads(self.good("tune", "spmv", "random:300:2:9", "--device", "host", "--json",
                                      env=self.env))
        self.assertEqual(report["rows"], 300)
        kernels = report["kernels"]
        self.assertGreater(len(kernels), 5)
        self.assertEqual([k["fault"] for k in kernels], [""] * len(kernels))
        seconds = [k["seconds"] for k in kernels]
        self.assertEqual(seconds, sorted(seconds))
        kept = self.tuned()
        self.assertEqual([r["kernel"] for r in kept], [kernels[0]["kernel"]])
        self.assertEqual(kept[0]["extents"][0], 301)
        # The bench of that matrix takes it, unless a format is asked for; of other matrices it does not.
        rows = self.good_json("bench", "spmv", "--matrix", "random:300:2:9,random:301:2:9", "--format",
                              "automatic,coo", "--repeat", "1", "--chain", "1", "--device", "host",
                              env=self.env)["rows"]
        self.assertEqual([row["tuned"] for row in rows], [True, False, False, False])
        self.assertEqual(rows[0]["kernels"].split()[0], kept[0]["kernel"])
        text = self.good("bench", "spmv", "--matrix", "random:300:2:9", "--repeat", "1", "--chain", "1",
                         "--device", "host", env=self.env)
        self.assertIn(rows[0]["format"] + ", tuned", text)
        # Another matrix has a result of its own.
        self.good("tune", "spmv", "random:300:2:9", "--seed", "2", "--device", "host", "--budget", "0.001",
                  env=self.env)
        self.assertEqual(len(self.tuned()), 2)
        self.good("tune", "spmv", "arrow:50", "--device", "host", "--no-save", env=self.env)
        self.assertEqual(len(self.tuned()), 2)

    def test_wrong_input_is_refused(self):
        self.write("A.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 1\n1 9 2.0\n")
        for arguments in [["A.mtx"], ["random:10:0:0"], ["no_such_rule:3"], ["arrow:5", "--budget", "0"]]:
            with self.subTest(arguments):
                run = self.ended("tune", "spmv", *arguments, "--device", "host", env=self.env, status=2)
                self.assertNotEqual(run.stderr, "")
