"""hgctl probe: what it finds, where it is kept, what becomes of a damaged file, wrong usage."""
import json
import os

from tool import HOST, ToolTest, each_backend


class Probe(ToolTest):
    def check_links(self, report, devices):
        for rates in [report["links"], report["staged"], *(device["link"] for device in report["devices"])]:
            self.assertEqual(list(rates), ["in", "out", "both"])
            for rate in rates.values():
                self.assertGreater(rate, 1e6)
                self.assertLess(rate, 1e13)
        self.assertEqual(len(report["devices"]), devices)
        self.assertGreater(report["host_copy"], 1e6)
        self.assertGreater(report["host_read"], 1e6)
        self.assertIn(report["staging_threads"], range(1, os.cpu_count() + 1))
        for device in report["devices"]:
            self.assertGreater(device["call"]["seconds"], 0)
            self.assertGreater(device["call"]["rate"], 1e6)
            self.assertLess(device["link_latency"], 0.1)
            self.assertLess(device["launch_latency"], 0.1)

    def check_kernels(self, report):
        for device in report["devices"]:
            self.assertGreater(device["rate_f64"], 1e6)
            self.assertGreater(device["rate_f32"], 1e6)
        self.assertGreater(report["cpu"]["f64"], 1e6)
        self.assertGreater(report["cpu"]["f32"], 1e6)

    @each_backend()
    def test_finds_everything_and_keeps_it(self, name, env):
        env = {**env, "HG_CACHE_DIR": self.path("cache_" + name)}
        report = self.good_json("probe", "all", env=env)
        self.check_links(report, 2 if name == "pair" else 1)
        self.check_kernels(report)
        self.assertEqual(report["kept_in"], self.path(f"cache_{name}/machine.json"))
        kept = self.read_json(report["kept_in"])
        self.assertEqual(kept["format"], "hg machine model 1")
        self.assertEqual(len(kept["devices"]), 1, "one kind of device")
        machine = next(iter(kept["machines"].values()))
        self.assertEqual(machine["links"], report["links"])
        self.assertRegex(machine["date"], r"^\d{4}-\d\d-\d\d$")
        self.assertEqual([rates["in"] for rates in machine["links_alone"]],
                         [device["link"]["in"] for device in report["devices"]])

    def test_equal_devices_have_equal_rates(self):
        report = self.good_json("probe", "kernels", "--devices", "host,host")
        rates = [(device["rate_f64"], device["rate_f32"]) for device in report["devices"]]
        self.assertEqual(len(rates), 2)
        self.assertEqual(rates[0], rates[1])

    def test_a_part_leaves_the_other_as_it_was(self):
        env = {**HOST, "HG_CACHE_DIR": self.path("cache")}
        kernels = self.good_json("probe", "kernels", env=env)
        self.check_kernels(kernels)
        self.assertNotIn("links", kernels)
        links = self.good_json("probe", "links", env=env)
        self.check_links(links, 1)
        self.assertNotIn("cpu", links)
        kind = next(iter(self.read_json(links["kept_in"])["devices"].values()))
        self.assertIn(kernels["devices"][0]["rate_f64"], kind["kernels"].values())
        self.assertEqual(kind["call"], links["devices"][0]["call"])

    def test_text_says_what_was_found_and_where_it_is(self):
        text = self.good("probe", "all", env={**HOST, "HG_CACHE_DIR": self.path("cache")})
        for words in ["host0", "both", "pageable memory", "Host copies", "sustained", "f64", "the CPU's BLAS",
                      "of all sizes", "Saved in " + self.path("cache/machine.json")]:
            self.assertIn(words, text)

    def test_says_where_nothing_is_kept(self):
        text = self.good("probe", "kernels", env={**HOST, "HG_CACHE_DIR": ""})
        self.assertIn("Not saved", text)
        self.assertEqual(self.files(), [])

    def test_a_damaged_file_is_ignored_with_a_warning_and_replaced(self):
        os.makedirs(self.path("cache"))
        for text in ["{\"format\"", "[1]", "{\"format\": \"hg machine model 1\", \"devices\": 3}"]:
            self.write("cache/machine.json", text)
            env = {**HOST, "HG_CACHE_DIR": self.path("cache"), "HG_LOG": "warn"}
            result = self.ended("bench", "dgemm", "--n", "16", env=env)
            self.assertIn("machine.json", result.stderr)
            self.assertIn("ignored", result.stderr)
            self.good("probe", "kernels", env={**HOST, "HG_CACHE_DIR": self.path("cache")})
            self.read_json("cache/machine.json")

    def test_wrong_usage(self):
        self.refused("probe", says="subcommand")
        self.refused("probe", "disks", says="disks")
        self.refused("probe", "links", "--devices", "no_such", says=["no_such", "There are"])
        self.refused("probe", "links", "--json", "no/such/folder.json", env=HOST, says="no/such")
        self.refused("probe", "links", env={"HG_HOST_BELOW": "much"}, says=["HG_HOST_BELOW", "much"])
