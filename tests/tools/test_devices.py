"""hgctl devices, help, the environment's variables, wrong usage."""
import json
import os

import numpy as np

from tool import BACKENDS, ToolTest, backends, each_backend

POCL = "Portable Computing Language"
NO_OPENCL = {"OCL_ICD_VENDORS": "/nonexistent"}


class Devices(ToolTest):
    @each_backend()
    def test_lists_devices_and_marks_those_that_a_run_uses(self, name, env):
        listing = self.good_json("devices", env=env)["devices"]
        used = [device for device in listing if device["selected"]]
        self.assertEqual(len(used), 2 if name == "pair" else 1)
        self.assertEqual([device["kind"] == "host" for device in used], [name == "host"] * len(used))
        for position, device in enumerate(listing):
            self.assertEqual(device["position"], position)
            self.assertGreater(device["memory"], 0)
            self.assertTrue(device["name"])
        self.assertIn(used[0]["name"], self.good("devices", env=env))

    def test_the_host_device_serves_where_there_is_no_opencl_device(self):
        text = self.good("devices", env=NO_OPENCL)
        self.assertIn("There is no OpenCL device; the host device", text)
        listing = self.good_json("devices", env=NO_OPENCL)["devices"]
        self.assertEqual([(device["kind"], device["selected"]) for device in listing], [("host", True)])

    def used(self, env):
        return [device for device in self.good_json("devices", env=env)["devices"] if device["selected"]]

    @each_backend()
    def test_says_where_kernels_come_from(self, name, env):
        for device in self.used(env):
            sources = set(device["kernels"].values())
            if name == "host":
                self.assertEqual(sources, {"host"})
            elif device["platform"] == POCL:
                self.assertLessEqual(sources, {"device", "architecture", "vendor"})
                self.assertTrue(device["architecture"])
                self.assertEqual(device["compute_capability"], "")
            self.assertGreater(device["kernel_local_memory"], 0)
            text = self.good("devices", env=env)
            self.assertIn(device["kernels"]["f64"], text)
            self.assertIn(device["architecture"], text)

    def write_users_kernels(self, text):
        os.makedirs(self.path("cache"), exist_ok=True)
        self.write("cache/tuned.json", text)
        return {"HG_CACHE_DIR": self.path("cache")}

    @each_backend()
    def test_the_users_own_kernels_come_first(self, name, env):
        here = self.used(env)[0]
        if here["platform"] != POCL:
            return  # only there is the vendor's word known
        with self.subTest(name):
            result = {"kernel": "gemm_global_f64_nn", "m": 8, "n": 8, "k": 8, "rate": 1e9,
                      "product": here["name"], "vendor": "pocl", "architecture": "", "gpu": False,
                      "driver": "1", "date": "2026-11-21"}
            cache = self.write_users_kernels(json.dumps({"format": "hg tuned kernels 1",
                                                         "results": [result]}))
            kernels = self.used({**env, **cache})[0]["kernels"]
            self.assertEqual(kernels["f64"], "user")
            self.assertNotEqual(kernels["f32"], "user")

    def test_a_damaged_file_of_tuned_kernels_costs_one_warning(self):
        for text in ["", "{\"format\": \"hg tuned", "[1]"]:
            result = self.ended("devices", env=self.write_users_kernels(text))
            self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
            self.assertIn("tuned.json", result.stderr)

    def run_on(self, devices, **env):
        """The names of the devices that a program ran on, and how many it was built for."""
        self.write("all.hgs", "hg program 2\nmatrix A f64 64 x 64\ndevices all\nfor device d in all {\n"
                   "    register r f64 64 x 64 @ d\n    LD r <- A[0, 0]\n    EXEC scale_f64 r ; 2\n}\n")
        report = self.good_json("program", "run", "all.hgs", "--devices", devices, env=env)
        return report["devices"], report["commands"] // 2

    def test_several_devices_on_one(self):
        self.assertEqual(self.run_on("3xhost")[1], 3)
        self.assertEqual(self.run_on("host,2xhost")[1], 3)
        if "opencl" not in backends():
            return
        names, count = self.run_on("2xcpu", POCL_DEVICES="pthread")
        self.assertEqual((count, len(names)), (2, 2))
        self.assertTrue(all("pthread" in name for name in names), names)
        self.assertEqual(self.run_on("2x0,0,0", POCL_DEVICES="pthread")[1], 2, "others occur once")
        self.assertEqual(self.run_on("cpu", POCL_DEVICES="pthread pthread")[1], 2)
        self.good("check", "gemm", "--type", "f64", "--count", "3", "--devices", "2xcpu", "--n-max", "100")

    def test_devices_on_one_share_its_memory(self):
        for devices in ["2xcpu"] if "opencl" in backends() else []:
            limits = [self.hgctl("bench", "dgemm", "--n", "40", "--repeat", "1", "--device-counts", count,
                                 env={"HG_DEVICES": devices, "POCL_DEVICES": "pthread"}).returncode
                      for count in ("1,2", "3")]
            self.assertEqual(limits, [0, 2])

    def test_parts_of_a_device(self):
        first = self.good_json("devices", env={"POCL_DEVICES": "pthread"})["devices"][0]
        if first["kind"] == "host" or first["compute_units"] % 2:
            self.skipTest("no OpenCL device here has an even number of compute units")
        env = {"HG_DEVICES": "0/2", "POCL_DEVICES": "pthread"}
        whole, *parts = self.good_json("devices", env=env)["devices"][:3]
        self.assertEqual([(d["position"], d["part"], d["selected"]) for d in (whole, *parts)],
                         [(0, "", False), (0, "2.0", True), (0, "2.1", True)])
        for part in parts:
            self.assertEqual(part["compute_units"], whole["compute_units"] // 2)
            self.assertLessEqual(part["memory"], whole["memory"] // 2)
        self.assertIn("0/2.1", self.good("devices", env=env))
        self.assertEqual(self.run_on("0/2", POCL_DEVICES="pthread")[1], 2)
        self.assertEqual(self.run_on("0/2.1", POCL_DEVICES="pthread")[1], 1)
        limits = [self.hgctl("bench", "dgemm", "--n", "40", "--repeat", "1", "--device-counts", count,
                             env=env).returncode for count in ("1,2", "3")]
        self.assertEqual(limits, [0, 2])
        self.refused("devices", env={**env, "HG_DEVICES": "0/0"}, says=["'/0'", "compute unit"])
        for mixed in ("0,0/2", "0/2.0,0/1"):
            self.refused("devices", env={**env, "HG_DEVICES": mixed}, says=["as a whole and in parts"])

    def test_a_device_that_compiles_nothing_is_reported(self):
        """A wrong option of PoCL's compiler stands for a driver that does not take hg's kernels."""
        if "opencl" not in backends() or self.used(BACKENDS["opencl"])[0]["platform"] != POCL:
            self.skipTest("needs PoCL")
        broken = {**BACKENDS["opencl"], "POCL_EXTRA_BUILD_FLAGS": "-Dkernel=no_kernel"}
        for name in ("A.npy", "B.npy"):
            np.save(self.path(name), np.ones((40, 40)))
        for log, warnings in ("", 1), ("off", 0):
            result = self.ended("multiply", "A.npy", "B.npy", "-o", "C.npy", "--json", "C.json",
                                env={**broken, "HG_LOG": log})
            self.assertEqual(result.stderr.count("the host device did the work"), warnings, result.stderr)
            self.assertEqual(result.stderr.count("hg [warning] cpu0 (pthread"), warnings, result.stderr)
            self.assertIn("not done by cpu0", result.stdout)
            [one] = json.loads(self.read("C.json"))["fall_backs"]
            self.assertEqual((one["finished_by"], one["times"]), ("the host device", 2), "warm-up and run")
            self.assert_holds(one["reason"], ["does not compile", "CL_BUILD_PROGRAM_FAILURE", "error"])
        result = self.ended("devices", "--check", "--json", "-", status=1, env={**broken, "HG_LOG": "off"})
        checks = json.loads(result.stdout)["checks"]
        self.assertEqual([check["type"] for check in checks], ["f64", "f32", "c64", "c32"])
        for check in checks:
            self.assertEqual(check["runs"], [])
            self.assertIn("does not compile", check["reason"])

    def test_forms_of_several_devices(self):
        for wrong in "0xhost", "99999xhost", "2x", "2xno_such":
            self.refused("devices", env={"HG_DEVICES": wrong}, says=[wrong])
        self.refused("devices", env={**NO_OPENCL, "HG_DEVICES": "2xcpu"}, says=["2xcpu", "pocl-opencl-icd"])

    def test_json_goes_to_a_file(self):
        text = self.good("devices", "--json", "devices.json")
        self.assertIn("position", text)
        self.assertEqual(self.files(), ["devices.json"])

    def test_names_what_cannot_be_selected(self):
        self.refused("devices", env={"HG_DEVICES": "no_such"}, says=["no_such", "There are", "host"])
        self.refused("devices", env={"HG_DEVICES": "99"}, says="99")
        self.refused("devices", env={"HG_MEMORY_LIMIT": "much"}, says=["HG_MEMORY_LIMIT", "much"])


class Usage(ToolTest):
    def test_help_everywhere(self):
        for command in [[], ["devices"], ["multiply"], ["check"], ["check", "gemm"], ["bench"],
                        ["bench", "dgemm"], ["bench", "sgemm"], ["bench", "kernel"],
                        ["probe"], ["probe", "links"], ["probe", "kernels"], ["probe", "all"], ["tune"],
                        ["tune", "gemm"], ["tune", "merge"], ["program"], ["program", "print"],
                        ["program", "verify"], ["program", "simulate"], ["program", "run"]]:
            with self.subTest(command):
                self.assertIn("Usage: " + " ".join(["hgctl", *command]), self.good(*command, "--help"))

    def test_prints_the_variables_of_the_environment(self):
        text = self.good(env={"HG_HELP": "1"})
        self.assert_holds(text, ["HG_DEVICES", "HG_MEMORY_LIMIT", "HG_CACHE_DIR", "HG_HOST_BELOW", "HG_LOG",
                                 "HG_TRACE", "HG_HELP"])
        lines = text.splitlines()[1:]
        column = max(len(line.split()[0]) for line in lines if line.startswith("  HG_")) + 4
        for line in lines:
            self.assertLessEqual(len(line), 100)
            self.assertEqual((line[column - 2:column].strip(), line[column:column + 1].strip()),
                             ("", line[column]), line)

    def test_wrong_usage_ends_with_2(self):
        self.refused(says="subcommand")
        self.refused("no_such", says="no_such")
        self.refused("program", "no_such", says="no_such")
        self.refused("devices", "--no-such", says="--no-such")
        self.refused("check", "gemm", "--type", "f16", says="f16")
        self.refused("bench", "dgemm", "--n", "0", says="--n")
        self.refused("bench", "dgemm", "--n", "many", says="many")
