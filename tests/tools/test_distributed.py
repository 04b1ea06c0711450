"""hgctl distributed: ScaLAPACK and HPL over many nodes, by the model."""
import math
import unittest

from tool import ToolTest

NODE = ["--gpus-per-node", "2", "--memory", "400M", "--kernel-rate", "2000", "--link-in", "20",
        "--cpu-rate", "50"]
NOTHING = {"OCL_ICD_VENDORS": "/nonexistent", "HG_DEVICES": "no_such"}  # no device is asked


class Distributed(ToolTest):
    def rows(self, *arguments):
        report = self.good_json("distributed", *NODE, *arguments, env=NOTHING)
        for row in report["rows"]:
            cubed = (2 if report["routine"] == "pdgemm" else 2 / 3) * row["n"] ** 3
            self.assertAlmostEqual(row["gflops"] * row["seconds"] * 1e9 / cubed, 1)
            self.assertAlmostEqual(row["efficiency"] * report["one_node"]["gflops"] * row["nodes"] / row["gflops"], 1)
            self.assertEqual(math.prod(row["grid"]), row["nodes"] * report["ranks_per_node"])
            parts = [row[part] for part in row if part.endswith("_seconds")]
            self.assertEqual(len(parts), 4)
            self.assertAlmostEqual(sum(parts) / row["seconds"], 1)
            self.assertGreaterEqual(min(parts), -1e-9 * row["seconds"])
        return report["rows"]

    def test_one_node_is_what_hgctl_predicts_for_it(self):
        row, = self.rows("--routine", "pdgemm", "--nodes", "1", "--n", "3000")
        self.good("program", "print", "--n", "3000", "--beta", "1", "--model-devices", "2", *NODE[4:8], "-o", "p.txt",
                  env=NOTHING)
        simulated = self.good_json("program", "simulate", "p.txt", "--link-in", "20", env=NOTHING)["makespan"]
        self.assertAlmostEqual(row["seconds"] / simulated, 1, 9)
        self.assertAlmostEqual(row["efficiency"], 1, 9)

    def test_matrices_grow_with_memory_and_efficiency_falls(self):
        for routine in ["hpl", "pdgetrf", "pdgemm"]:
            with self.subTest(routine):
                rows = self.rows("--routine", routine, "--nodes", "1,16,256")
                for few, many in zip(rows, rows[1:]):
                    self.assertAlmostEqual(many["n"] / few["n"], 4, 2)
                    self.assertGreater(many["gflops"], few["gflops"])
                    # HPL's matrix on one node is so small that launches and first copies count.
                    if routine != "hpl" or few["nodes"] > 1:
                        self.assertLess(many["efficiency"], few["efficiency"])

    def test_one_size_on_more_nodes_gains_less_and_less(self):
        rows = self.rows("--nodes", "1,4,16", "--n", "6000", "--block", "256")
        self.assertEqual({(row["n"], row["block"]) for row in rows}, {(6000, 256)})
        for few, many in zip(rows, rows[1:]):
            self.assertLess(many["efficiency"], few["efficiency"])
            self.assertLess(many["seconds"], few["seconds"])

    def test_the_block_is_the_best_of_those_tried(self):
        for routine in ["hpl", "pdgemm"]:
            with self.subTest(routine):
                arguments = ["--routine", routine, "--nodes", "16"]
                best, = self.rows(*arguments)
                each = [self.rows(*arguments, "--block", 2 ** i)[0]["seconds"] for i in range(7, 15)]
                self.assertEqual(best["seconds"], min(each))
                self.assertEqual(best["block"], 2 ** (7 + each.index(min(each))))

    def test_figures_count(self):
        def seconds(*arguments):
            return self.rows("--nodes", "16", "--n", "6000", "--block", "256", *arguments)[0]["seconds"]

        usual = seconds()
        for slower in [["--network-rate", "10"], ["--network-latency", "200"], ["--panel-rate", "10"],
                       ["--cpu-memory", "5"], ["--routine", "pdgetrf"], ["--link-out", "1"]]:
            self.assertGreater(seconds(*slower), usual, slower)
        self.assertLess(seconds("--panel-rate", "1e6"), usual)

    def test_ranks_share_a_node(self):
        row, = self.rows("--nodes", "8", "--ranks-per-node", "2", "--n", "6000")
        self.assertEqual(row["grid"], [4, 4])

    def test_text_says_what_it_assumes(self):
        said = self.good("distributed", *NODE, "--nodes", "1,8", "--n", "2000", env=NOTHING)
        for part in ["hpl", "400 Gb/s", "2.0 us", "2 x 4", "hg::dgetrf", "by the model"]:
            self.assertIn(part, said)

    def test_nodes_reach_no_more_than_the_faster_of_devices_and_cpu(self):
        for routine in ["hpl", "pdgetrf", "pdgemm"]:
            with self.subTest(routine):
                report = self.good_json("distributed", "--gpus-per-node", "2", "--memory", "400M", "--kernel-rate", "20",
                                        "--cpu-rate", "2000", "--routine", routine, "--nodes", "1,8", env=NOTHING)
                for row in report["rows"]:
                    self.assertLessEqual(row["efficiency"], 1 + 1e-9)
                    self.assertGreater(row["efficiency"], 0.01)

    def test_progress_is_shown_on_a_terminal(self):
        shown = self.on_terminal("distributed", *NODE, "--nodes", "1,8", "--n", "3000", env=NOTHING)
        self.assertRegex(shown, r"\[[#.]{30}\] +\d+%  8 nodes, blocks of \d+")

    def test_this_machine_serves_where_no_devices_are_given(self):
        report = self.good_json("distributed", "--routine", "pdgemm", "--nodes", "1,4", "--n", "500",
                                env={"HG_DEVICES": "host"})
        self.assertEqual([row["nodes"] for row in report["rows"]], [1, 4])

    def test_wrong_input(self):
        self.refused("distributed", "--routine", "pdpotrf", says="pdpotrf")
        self.refused("distributed", "--nodes", "0", says="--nodes")
        self.refused("distributed", "--gpus-per-node", "2", "--memory", "lots", says=["--memory", "lots"])
        self.refused("distributed", *NODE, "--ranks-per-node", "3", says=["--ranks-per-node 3", "2 devices"])
        for option in ["--network-rate", "--network-latency", "--cpu-rate", "--panel-rate", "--cpu-memory"]:
            self.refused("distributed", option, "0", says=option)


if __name__ == "__main__":
    unittest.main()
