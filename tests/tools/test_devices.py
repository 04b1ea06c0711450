"""hgctl devices, help, the environment's variables, wrong usage."""
import unittest

from tool import ToolTest, backends

NO_OPENCL = {"OCL_ICD_VENDORS": "/nonexistent"}


class Devices(ToolTest):
    def test_lists_devices_and_marks_those_that_a_run_uses(self):
        for name, env in backends().items():
            with self.subTest(name):
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
        for command in [[], ["devices"], ["multiply"], ["check"], ["check", "gemm"], ["bench"], ["bench", "dgemm"],
                        ["bench", "sgemm"], ["program"], ["program", "print"], ["program", "verify"],
                        ["program", "simulate"], ["program", "run"]]:
            with self.subTest(command):
                self.assertIn("Usage: " + " ".join(["hgctl", *command]), self.good(*command, "--help"))

    def test_prints_the_variables_of_the_environment(self):
        text = self.good(env={"HG_HELP": "1"})
        for variable in ["HG_DEVICES", "HG_MEMORY_LIMIT", "HG_CACHE_DIR", "HG_LOG", "HG_TRACE", "HG_HELP"]:
            self.assertIn(variable, text)

    def test_wrong_usage_ends_with_2(self):
        self.refused(says="subcommand")
        self.refused("no_such", says="no_such")
        self.refused("program", "no_such", says="no_such")
        self.refused("devices", "--no-such", says="--no-such")
        self.refused("check", "gemm", "--type", "f16", says="f16")
        self.refused("bench", "dgemm", "--n", "0", says="--n")
        self.refused("bench", "dgemm", "--n", "many", says="many")


if __name__ == "__main__":
    unittest.main()
