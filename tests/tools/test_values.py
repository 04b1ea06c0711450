"""Values of options: what is no number, or none that makes sense, is refused before anything is done."""
import numpy as np
from tool import HOST, ToolTest

MODEL = ["program", "print", "--n", "64", "--model-devices", "1"]


class Values(ToolTest):
    def setUp(self):
        super().setUp()
        np.save(self.path("A.npy"), np.eye(4))

    def refused_values(self, command, values, says=""):
        for value in values:
            with self.subTest([*command, value]):
                self.refused(*command, value, env=HOST, says=says)

    def test_factors(self):
        multiply = ["multiply", "A.npy", "A.npy", "-o", "C.npy"]
        for option in ["--alpha", "--beta"]:
            self.refused_values([*multiply, "--c", "A.npy", option],
                                ["1e", "0x10", "nan", "inf", "-inf", "1,5", " 3", "3 ", "1e999", "one",
                                 "--"], option)
            self.refused_values([*multiply, "--c", "A.npy", option], [""], [option, "empty"])
        self.assertEqual(self.files(), ["A.npy"])
        for value, factor in [("-2", -2), ("+.5", .5), ("1e1", 10), ("010", 10)]:
            self.good(*multiply, "--alpha", value, env=HOST)
            np.testing.assert_array_equal(np.load(self.path("C.npy")), factor * np.eye(4))

    def test_whole_numbers(self):
        bad = ["", "1e3", "0x10", "3.5", "-1", " 3", "3 ", "1,x", "99999999999999999999", "nan"]
        self.refused_values(["program", "print", "--model-devices", "1", "--n"], [*bad, "0"], "--n")
        self.refused_values(["check", "gemm", "--count", "1", "--seed"], bad, "--seed")
        self.refused_values(["bench", "dgemm", "--n", "16", "--device-counts"], bad)
        # A leading zero is no octal number.
        self.assertIn(" 10x10", self.good("program", "print", "--model-devices", "1", "--n", "010"))

    def test_rates(self):
        bad = ["", "nan", "inf", "-nan", "0", "-1", "1e999", "1e300", "1e-300", "1e", "0x1p3", " 3"]
        for option in ["--link-in", "--kernel-rate", "--copy-rate"]:
            self.refused_values([*MODEL, option], bad, option)
        self.refused_values(["tune", "gemm", "--budget"], bad, "--budget")
        for value in ["1e-9", "1e9"]:
            self.assertIn("EXEC", self.good(*MODEL, "--copy-rate", value))

    def test_scalars_of_programs(self):
        self.good("program", "print", "--n", "64", "--model-devices", "1", "-o", "p.txt")
        for value in ["nan", "inf", "1e", "0x10", " 3", "1e999"]:
            self.refused("program", "run", "p.txt", "--scalar", "alpha=" + value, env=HOST,
                         says="is neither a finite decimal number")

    def test_words(self):
        for command in [[*MODEL, "--memory"], ["bench", "dgemm", "--sizes"], ["tune", "gemm", "--grid"],
                        ["devices", "--json"], ["bench", "dgemm", "--peer"], ["multiply", "A.npy"]]:
            with self.subTest(command):
                self.refused(*command, "", env=HOST, says="empty")

    def test_devices_are_names_and_former_spellings_work(self):
        host = HOST
        for command in ["multiply", "solve", "check gemm", "probe links"]:
            self.assertRegex(self.good(*command.split(), "--help"),
                             "--devices.*Devices to use, as in HG_DEVICES")
        for command, option, former, value in [
                ("bench kernel --sizes 16 --chain 1", "--repeat", "--runs", "1"),
                ("bench memory --sizes 16 --versions cpu", "--warmup", "--warm-up", "0"),
                ("bench distributed --matrix stencil5:7", "--repeat", "--products", "4"),
                ("stress --n 16 --launches 1", "--repeat", "--iterations", "1")]:
            command = command.split()
            said = self.good(*command, "--help")
            self.assertIn(option, said)
            self.assertNotIn(former + " ", said)
            for spelling in [option, former]:
                self.good(*command, spelling, value, env=host)
                self.refused(*command, spelling, "x", env=host, says=[spelling + ":", "'x'"])
        command = "program print --n 16".split()
        said = self.good(*command, "--help")
        self.assertNotIn("--model-devices", said)
        self.assertEqual(self.good(*command, "--model-devices", "2", "--gpu", "h200"),
                         self.good(*command, "--devices", "2", "--machine", "h200"))

    def test_bench_takes_devices_as_other_verbs_do(self):
        bench = ["bench", "dgemm", "--n", "16", "--repeat", "1"]
        for arguments, devices in [(["--devices", "host"], [1]), (["--devices", "host,host"], [2]),
                                   (["--devices", "host,host", "--device-counts", "1,2"], [1, 2])]:
            rows = self.good_json(*bench, *arguments, env={"HG_DEVICES": "no such device"})["rows"]
            self.assertEqual([row["devices"] for row in rows], devices)
        self.refused(*bench, "--devices", "no such device", says="--devices names 'no such device'")
