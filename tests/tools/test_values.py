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
        command = "bench dgemm --n 16 --repeat 1".split()
        said = self.good(*command, "--help")
        self.assertIn("--device-counts", said)
        self.assertNotIn("--devices", said)
        for spelling in ["--device-counts", "--devices"]:
            self.good(*command, spelling, "1", env=host)
        command = "program print --n 16".split()
        said = self.good(*command, "--help")
        self.assertNotIn("--model-devices", said)
        self.assertEqual(self.good(*command, "--model-devices", "2", "--gpu", "h200"),
                         self.good(*command, "--devices", "2", "--machine", "h200"))
