"""hgctl probe peak: rates by type and vector, latencies."""
from tool import ToolTest, each_backend


class ProbePeak(ToolTest):
    @each_backend("host", "opencl")
    def test_rates_and_latencies(self, name, env):
        report = self.good_json("probe", "peak", "--device", env["HG_DEVICES"], env=env)
        device, = report["devices"]
        rows = {(r["unit"], r["type"], r["vector"]): r for r in device["rates"]}
        if name == "host":
            self.assertEqual(rows, {}, "the host device has no kernels of its own")
        else:
            for unit, kind in [("fma", "f32"), ("fma", "f64"), ("mad", "i32")]:
                for vector in [1, 2, 4, 8, 16]:
                    self.assertGreater(rows[unit, kind, vector]["rate"], 1e6)
            self.assertGreater(device["double_to_single"], 0)
        self.assertGreater(device["latencies"]["launch"], 0)
        self.assertGreater(device["latencies"]["event"], 0)
        self.assertFalse(report["interrupted"])

    def test_text(self):
        text = self.good("probe", "peak", "--device", "host")
        self.assertIn("A launch in a row", text)

    def test_wrong_usage(self):
        self.refused("probe", "peak", "--devices", "no_such", says=["no_such", "There are"])
        self.refused("probe", "peak", "--json", "no/such/folder.json", "--device", "host", says="no/such")
