"""Machines: program texts carry them, machine files describe them, --machine chooses one."""
import os

from tool import HOST, ToolTest

NAMES = ["generic", "a100", "h100", "h200", "b200", "mi250", "mi300x", "max1550"]
RATES = ["--copy-rate", "137", "--links-in", "213", "--links-out", "157", "--links-both", "203"]


class Machines(ToolTest):
    def print_program(self, name, *arguments):
        self.good("program", "print", "--n", "16384", "--beta", "1", *arguments, "-o", name)

    def makespan(self, *arguments):
        return self.good_json("program", "simulate", *arguments)["makespan"]

    def test_a_text_is_simulated_on_the_machine_that_it_was_planned_for(self):
        self.print_program("p.hg", "--machine", "h200", "--devices", "4")
        self.assertIn('machine "h200" host_copies 1.37e+11', self.read("p.hg"))
        alone = self.makespan("p.hg")
        self.assertEqual(alone, self.makespan("p.hg", *RATES))
        self.assertEqual(alone, self.makespan("p.hg", "--machine", "H200"))
        self.assertEqual(alone, self.good_json("program", "analyze", "p.hg")["makespan"])
        self.assertLess(alone, self.makespan("p.hg", "--copy-rate", "40"))
        self.assertLess(alone, self.makespan("p.hg", "--machine", "generic"))
        self.print_program("former.hg", "--gpu", "h200", "--model-devices", "4")
        self.assertEqual(self.read("former.hg"), self.read("p.hg"))
        self.print_program("slow.hg", "--machine", "h200", "--devices", "4", "--copy-rate", "20")
        self.assertIn("host_copies 2e+10", self.read("slow.hg"))
        self.assertEqual(self.makespan("slow.hg"), self.makespan("slow.hg", "--machine", "h200",
                                                                 "--copy-rate", "20"))

    def test_every_shipped_machine_plans_and_says_whether_it_was_measured(self):
        table = self.good_json("program", "machine")["machines"]
        self.assertEqual([row["name"] for row in table], NAMES)
        for row in table:
            with self.subTest(row["name"]):
                self.good("program", "print", "--n", "2048", "--machine", row["name"], "--devices", "2",
                          "-o", "p.hg")
                report = self.good_json("program", "simulate", "p.hg")
                self.assertEqual(report["machine"], {"name": row["name"], "devices": 2,
                                                     "measured": row["name"] in ["h100", "h200"]})
                for command in ["simulate", "analyze"]:
                    said = self.good("program", command, "p.hg")
                    self.assertEqual("not measured" in said, not row["measured"])

    def test_a_machine_file_gives_what_its_name_gives(self):
        self.good("program", "machine", "--machine", "b200", "--devices", "2", "-o", "b.hgm")
        self.print_program("p.hg", "--machine", "b200", "--devices", "2")
        self.print_program("q.hg", "--machine", "b.hgm")
        self.assertEqual(self.read("p.hg"), self.read("q.hg"))
        self.print_program("one.hg", "--machine", "b.hgm", "--devices", "1")
        self.print_program("five.hg", "--machine", "b.hgm", "--devices", "5")
        self.assertIn("device b200-4 ", self.read("five.hg"))
        text = self.read("b.hgm").replace("b200-1", "x").replace('"NVIDIA B200"', '"other"', 1)
        self.write("mixed.hgm", text)
        self.print_program("two.hg", "--machine", "mixed.hgm")
        self.refused("program", "print", "--n", "64", "--machine", "mixed.hgm", "--devices", "3",
                     says="several kinds")

    def test_a_source_is_planned_for_the_machine(self):
        self.write("s.hgs", "hg program 2\nmatrix A f32 4096 x 4096\ndevices all\n"
                            "for device d in all {\n"
                            "    register r f32 4096 x 4096 @ d\n    LD r <- A[0, 0]\n}\n")
        self.good("program", "machine", "--machine", "h200", "--devices", "3", "-o", "three.hgm")
        report = self.good_json("program", "simulate", "s.hgs", "--machine", "three.hgm")
        self.assertEqual((report["commands"], report["machine"]["devices"]), (3, 3))
        report = self.good_json("program", "simulate", "s.hgs", "--machine", "h200", "--devices", "5")
        self.assertEqual((report["commands"], report["machine"]["devices"]), (5, 5))

    def test_programs_that_do_not_fit_are_refused(self):
        self.print_program("p.hg", "--machine", "h200")
        self.good("program", "machine", "--machine", "h200", "-o", "small.hgm")
        for figure, value in [("memory", "1000000"), ("largest", "1000000"), ("has_f64", "0")]:
            words = self.read("small.hgm").split(" ")
            words[words.index(figure) + 1] = value
            self.write("changed.hgm", " ".join(words))
            for command in ["simulate", "analyze"]:
                self.refused("program", command, "p.hg", "--machine", "changed.hgm", says="the program")

    def test_wrong_machines_are_named(self):
        self.write("wrong.hgm", "# mine\nhg machine 1\ndevice g speed 3\n")
        self.write("p.txt", "hg program 1\n")
        for command in [["print", "--n", "64"], ["simulate", "p.txt"], ["analyze", "p.txt"], ["machine"],
                        ["compare", "p.txt", "p.txt"], ["graph", "p.txt", "--svg", "p.svg"]]:
            self.refused("program", *command, "--machine", "wrong.hgm",
                         says=["wrong.hgm:3", "no property called speed"])
            self.refused("program", *command, "--machine", "nothing", says=["'nothing'", "h200"])
        self.refused("program", "print", "--n", "64", "--machine", "h200", "--devices", "gpu",
                     says=["--devices", "gpu"])
        self.write("later.hg", "hg program 3\n")
        self.refused("program", "simulate", "later.hg", says=["later.hg:1", "format 1", "format 2"])

    def test_probe_writes_the_machine_with_what_it_measured(self):
        env = {**HOST, "HG_CACHE_DIR": self.path("cache")}
        links = self.good_json("probe", "links", "--save", "links.hgm", env=env)
        self.assertIn(" unmeasured ", self.read("links.hgm"))
        self.good("probe", "kernels", "--save", "node.hgm", env=env)
        text = self.read("node.hgm")
        self.assertNotIn("unmeasured", text)
        words = text.split()
        self.assertEqual(float(words[words.index("host_copies") + 1]), links["host_copy"])
        self.assertEqual(float(words[words.index("link_in") + 1]), links["devices"][0]["link"]["in"])
        # The same figures in what print, and programs from sources, say of this machine.
        self.write("s.hgs", "hg program 2\nmatrix A f32 1 x 1\n")
        machine = [line for line in text.splitlines() if line.startswith("machine")]
        for command in [["print", "--n", "64"], ["build", "s.hgs"]]:
            said = self.good("program", *command, env=env).splitlines()
            self.assertEqual([line for line in said if line.startswith("machine")], machine)
        self.assertTrue(os.path.exists(self.path("cache/machine.json")))
