"""hgctl bench processes: several processes share the devices."""
import os

from tool import HOST, ToolTest, backends, each_backend


class BenchProcesses(ToolTest):
    def bench(self, *arguments, env):
        env = dict(env, HG_SHARE_DIR=self.path("locks"), OPENBLAS_NUM_THREADS="1")
        return self.good_json("bench", "processes", "--n", "200", "--seconds", "0.2", *arguments, env=env)

    @each_backend()
    def test_processes_in_turns_against_one_alone(self, name, env):
        report = self.bench("--processes", "3", env=env)
        alone, three = report["rows"]
        devices = 2 if name == "pair" else 1
        self.assertEqual([process["devices"] for process in alone["processes"]], [devices])
        self.assertEqual([process["devices"] for process in three["processes"]], [1, 1, 1])
        self.assertEqual(alone["of_one_alone"], 1)
        self.assertAlmostEqual(three["gflops"], sum(p["gflops"] for p in three["processes"]), 6)
        for process in alone["processes"] + three["processes"]:
            self.assertGreaterEqual(process["calls"], 1)
            self.assertGreaterEqual(process["seconds"], 0.2)
            self.assertLess(process["error"], 1)
        locks = os.listdir(self.path("locks"))
        self.assertGreaterEqual(len(locks), devices)

    def test_each_process_has_devices_of_its_own(self):
        if "pair" not in backends():
            self.skipTest("needs two OpenCL devices")
        report = self.bench("--processes", "2", "--share", "exclusive", env=backends()["pair"])
        self.assertEqual([process["devices"] for process in report["rows"][1]["processes"]], [1, 1])

    def test_a_table_for_people(self):
        text = self.good("bench", "processes", "--n", "64", "--seconds", "0.05", "--processes", "2",
                         env=dict(HOST, HG_SHARE_DIR=self.path("locks")))
        self.assertIn("of one alone", text)
        self.assertIn("fair", text)

    def test_a_wrong_result_has_a_status_of_its_own(self):
        # Processes are started by way of env: this one answers in their place.
        os.mkdir(self.path("bin"))
        with open(self.path("bin/env"), "w", encoding="utf-8") as answers:
            answers.write("#!/bin/sh\necho ready 1 0.5\nread go\necho done 3 0.05 inf\nread rest\n")
        os.chmod(self.path("bin/env"), 0o755)
        env = dict(HOST, HG_SHARE_DIR=self.path("locks"),
                   PATH=self.path("bin") + os.pathsep + os.environ["PATH"])
        result = self.ended("bench", "processes", "--n", "64", "--seconds", "0.05", env=env, status=1)
        self.assertIn("wrong result: error inf times the bound", result.stderr)

    def test_a_folder_that_is_not_private(self):
        os.mkdir(self.path("locks"))
        os.chmod(self.path("locks"), 0o777)
        self.refused("bench", "processes", "--n", "64", "--seconds", "0.05", status=1,
                     says="it must have 0700", env=dict(HOST, HG_SHARE_DIR=self.path("locks")))
