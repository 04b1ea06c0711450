"""hgctl bench program: every stage on every device, the figures of libraries beside it, wrong usage."""
import json

from tool import HOST, ToolTest, backends, each_backend

STAGES = ["parse", "derive", "verify", "simulate", "run"]
PLACES = {"host": [1, 2], "opencl": [1, 2, 1], "pair": [1, 2, 1, 2]}


class BenchProgram(ToolTest):
    def report(self, *arguments, env):
        """The figures, and what is said of libraries that are left out."""
        result = self.ended("bench", "program", *arguments, "--json", "-", env=env)
        return json.loads(result.stdout), result.stderr

    @each_backend()
    def test_every_stage_on_every_device(self, name, env):
        report, _ = self.report("--tasks", "100", "--repeat", "2", "--warmup", "0", "--peer", "taskflow",
                                env=env)
        self.assertEqual((report["tiles"], report["tasks"]), (8, 120))
        self.assertEqual([row["workers"] for row in report["rows"]], PLACES[name])
        for row in report["rows"]:
            # Each of the 36 tiles is loaded and stored once. With two workers the second gets the 16 tiles
            # below the diagonal of the even columns, and the first the 12 of the odd ones.
            self.assertEqual(row["commands"], 120 + 2 * 36 + (28 if row["workers"] == 2 else 0))
            self.assertTrue(row["right"])
            for stage in STAGES:
                self.assertAlmostEqual(row["seconds"][stage] * row["commands_per_second"][stage]
                                       / row["commands"], 1)

    def test_libraries_in_turn(self):
        if list(backends()) == ["host"]:
            self.skipTest("the libraries are not built for sanitizers")
        report, messages = self.report("--tasks", "100", "--repeat", "1", env=HOST)
        left_out = [line.split()[0] for line in report["left_out"]]
        for name in left_out:
            self.assertIn(f"hgctl: peer {name} is left out: ", messages)
        libraries = [name for name in ("hg", "starpu", "taskflow") if name not in left_out]
        self.assertEqual([(graph["name"], graph["workers"]) for graph in report["graphs"]],
                         [(name, workers) for workers in (1, 2) for name in libraries])
        for graph in report["graphs"]:
            self.assertGreater(graph["together"], 0)
            if graph["name"] == "starpu":
                self.assertIsNone(graph["build"])
            else:
                self.assertAlmostEqual(graph["build"] + graph["run"], graph["together"])

    def test_wrong_usage(self):
        self.refused("bench", "program", "--tasks", "0", says="--tasks")
        self.refused("bench", "program", "--peer", "clblast", says="clblast")
