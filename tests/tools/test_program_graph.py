"""hgctl program graph, analyze, compare."""
import collections
import re
import xml.etree.ElementTree

import phases
from tool import ToolTest

SVG = "{http://www.w3.org/2000/svg}"


class ProgramTest(ToolTest):
    def print_program(self, name, *arguments):
        self.good("program", "print", "--model-devices", "2", *arguments, "-o", name)
        return [line for line in self.read(name).splitlines() if re.match(r"\d+: ", line)]


def parts(picture, kind):
    """What of a picture has a class, as its title and its element."""
    found = [part for part in picture.iter(f"{SVG}g") if kind in part.get("class", "").split()]
    return [(part.findtext(f"{SVG}title"), part) for part in found]


def dependencies(commands):
    return {(int(on), number) for number, line in enumerate(commands)
            for on in re.findall(r"(\d+)(?: \([^)]*\))?(?:, |$)", (line.split("   after ") + [""])[1])}


class Graph(ProgramTest):
    def setUp(self):
        super().setUp()
        self.commands = self.print_program("p.txt", "--n", "1000", "--block", "300")

    def test_a_picture_has_each_command_at_its_time(self):
        said = self.good("program", "graph", "p.txt", "--svg", "g.svg")
        picture = xml.etree.ElementTree.fromstring(self.read("g.svg"))
        nodes = parts(picture, "node")
        self.assertIn(f"{len(self.commands)} commands: {len(nodes)} nodes", said)
        self.assertEqual([title.split("\n")[0] for title, _ in nodes], self.commands)
        lanes = collections.defaultdict(list)
        for title, node in nodes:
            self.assertRegex(title, r"\nstart .*s, takes .*s, slack .*s")
            bar = node.find(f"{SVG}rect")
            lanes[bar.get("y")].append((float(bar.get("x")), float(bar.get("width"))))
        self.assertEqual(len(lanes), 6, "LD, EXEC and ST of two devices")
        for lane in lanes.values():
            for (x, width), (after, _) in zip(lane, lane[1:]):
                self.assertLessEqual(x + width, after + 0.03)
        edges = parts(picture, "edge")
        self.assertTrue(0 < len(edges) < len(dependencies(self.commands)))
        for title, _ in edges:
            self.assertRegex(title, r"^(RAW|WAR|WAW) (s\d+|host \w): .* before ")
        self.assertGreater(len(parts(picture, "critical")), 2)

    def test_the_graph_for_graphviz(self):
        self.good("program", "graph", "p.txt", "--dot", "g.dot")
        text = self.read("g.dot")
        self.assertTrue(text.startswith("digraph program {"))
        self.assertEqual(len(re.findall(r"^subgraph cluster_\d+ \{$", text, re.M)), 6)
        self.assertEqual(len(re.findall(r"^n\d+ \[label=", text, re.M)), len(self.commands))
        edges = re.findall(r'^n(\d+) -> n(\d+) \[label="(RAW|WAR|WAW) ', text, re.M)
        self.assertLessEqual({(int(a), int(b)) for a, b, _ in edges}, dependencies(self.commands))
        self.assertEqual(len(edges), len(re.findall(" -> ", text)))
        self.assertIn("color=red", text)

    def test_phases_fold_and_unfold(self):
        phases.build(self, "q.txt")
        commands = [line for line in self.read("q.txt").splitlines() if re.match(r"\d+: ", line)]
        said = self.good("program", "graph", "q.txt", "--nodes", "24", "--svg", "g.svg", "--html", "g.html")
        self.assertRegex(said, r"in \d phases: ")
        nodes = parts(xml.etree.ElementTree.fromstring(self.read("g.svg")), "node")
        self.assertTrue(2 < len(nodes) <= 24)
        counted = collections.Counter()
        for title, _ in nodes:
            for count, kind in re.findall(r"(\d+) (LD|ST|EXEC|MARK|BAR)\b", title.partition(": ")[2]):
                counted[kind] += int(count)
            if ": 1 " not in title:
                self.assertRegex(title, r"\nbusy .*s, .* % of the run$")
        expected = collections.Counter(line.split()[1] for line in commands)
        for title, _ in nodes:
            if re.match(r"\d+: ", title):
                counted[title.split()[1]] += 1
        self.assertEqual(counted, expected)
        page = self.read("g.html")
        self.assertEqual(page.count('class="node'), len(nodes) + len(commands))
        self.assertIn("A click unfolds a phase", page)

    def test_the_page_needs_nothing_but_itself(self):
        self.good("program", "graph", "p.txt", "--html", "g.html")
        self.assertEqual(self.read_page("g.html").pictures, 1)
        page = self.read("g.html")
        for handler in ["wheel", "pointermove", "mouseover", "click"]:
            self.assertIn(f"'{handler}'", page)

    def test_what_is_refused(self):
        self.refused("program", "graph", "p.txt", says=["--svg", "--dot", "--html"])
        self.refused("program", "graph", "p.txt", "--svg", "p.txt", says="would be lost")
        self.refused("program", "graph", "p.txt", "--svg", "a", "--dot", "a", says="a file of its own")
        self.refused("program", "graph", "p.txt", "--svg", "a", "--nodes", "0", says="--nodes")
        self.write("q.txt", re.sub(r" {3}after .*", "", self.read("p.txt")))
        self.refused("program", "graph", "q.txt", "--svg", "a", says="q.txt")
        self.assertEqual(self.files(), ["p.txt", "q.txt"])

    def test_a_program_without_commands(self):
        self.write("q.txt", "hg program 1\ndevice gpu\n")
        self.assertIn("0 nodes",
                      self.good("program", "graph", "q.txt", "--svg", "a", "--dot", "b", "--html", "c"))
        self.assertEqual(self.good_json("program", "analyze", "q.txt")["makespan"], 0)
        self.assertIn("makespan", self.good("program", "analyze", "q.txt"))
        self.assertIn("0 commands in both", self.good("program", "compare", "q.txt", "p.txt"))


class Analyze(ProgramTest):
    def setUp(self):
        super().setUp()
        self.commands = self.print_program("p.txt", "--n", "8192", "--memory", "512M")

    def test_figures(self):
        report = self.good_json("program", "analyze", "p.txt")
        count, makespan = len(self.commands), report["makespan"]
        self.assertEqual(makespan, self.good_json("program", "simulate", "p.txt")["makespan"])
        for name in ["kinds", "queues"]:
            self.assertEqual(sum(one["commands"] for one in report[name]), count)
            self.assertAlmostEqual(sum(one["on_critical_chain"] for one in report[name]), makespan, 9)
        self.assertEqual({one["kind"].split()[0] for one in report["kinds"]}, {"LD", "EXEC", "ST"})
        self.assertEqual(sum(one["commands"] for one in report["slack"]), count)
        self.assertGreaterEqual(report["slack"][0]["commands"], report["critical_chain"]["commands"])
        busy = sum(one["busy"] for one in report["queues"])
        self.assertAlmostEqual(report["width"]["mean"] * makespan, busy, 9)
        over_time = report["width"]["over_time"]
        self.assertAlmostEqual(sum(over_time) / len(over_time), report["width"]["mean"], 6)
        self.assertTrue(report["width"]["mean"] <= report["width"]["most"] <= 6)
        self.assertLessEqual(max(report["bounds"].values()), makespan * (1 + 1e-9))
        for device in report["memory"]:
            self.assertTrue(0 < device["most_in_use"] <= device["planned"] <= device["capacity"] == 512 << 20)
        found = report["dependencies"]
        self.assertEqual(found["all"], len(dependencies(self.commands)))
        self.assertTrue(0 < found["implied"] < found["all"])
        self.assertEqual(found["through_mark"], 0)
        text = self.good("program", "analyze", "p.txt")
        self.assert_holds(text, ["critical chain", "slack", "commands in flight", "lower bounds",
                                 "what would help", "device 1 EXEC"])

    def test_what_helps_is_what_limits(self):
        def gains(*arguments):
            report = self.good_json("program", "analyze", "p.txt", *arguments)
            list_of = report["gains"]
            self.assertEqual(list_of, sorted(list_of, key=lambda gain: gain["makespan"]))
            best, changes = list_of[0], {gain["change"] for gain in list_of}
            return best["change"], best["makespan"] / report["makespan"], changes

        best, left, changes = gains("--kernel-rate", "10")
        self.assertEqual(best, "kernels twice as fast")
        self.assertTrue(0.49 < left < 0.6)
        self.assertIn("twice the memory", changes)
        best, left, _ = gains("--link-in", "0.5", "--copy-rate", "1e9")
        self.assertIn(best, ["links in twice as fast", "all links twice as fast"])
        self.assertLess(left, 0.6)
        self.assertEqual(gains("--copy-rate", "0.5")[0], "host copies twice as fast")
        self.print_program("p.txt", "--n", "1000")
        self.assertNotIn("twice the memory", gains()[2])

    def test_lanes_and_parameters_that_would_help(self):
        self.write("s.hgs", '''hg program 2
                device gpu memory 1000000000 link_latency 0.001 link_in 1e9
                param n = 4096
                param b = 256
                matrix A f64 256 x n
                for j in 0..n step b {
                    register a f64 256 x b
                    LD a <- A[0, j]
                }
            ''')
        report = self.good_json("program", "analyze", "s.hgs")
        gains = {gain["change"]: gain["makespan"] for gain in report["gains"]}

        def first_copy(b):
            """Seconds in which the host copies the first piece of 256 x b, of 1 MiB at most."""
            return 2.2 * min(256 * b * 8, 1 << 20) / 40e9

        self.assertEqual([name for name in gains if "=" in name], ["b = 512", "b = 128"])
        self.assertAlmostEqual(gains["b = 512"], report["makespan"] - 8 * 0.001
                               + first_copy(512) - first_copy(256), 9)
        self.assertAlmostEqual(gains["b = 128"], report["makespan"] + 16 * 0.001
                               + first_copy(128) - first_copy(256), 9)
        self.assertLess(gains["a second LD lane"], report["makespan"] - 7 * 0.001)
        self.assertEqual(gains["a second ST lane"], report["makespan"])

    def test_marks_that_others_imply(self):
        self.write("q.txt", """hg program 1
                device gpu
                matrix A f64 8x8
                slot s0@gpu 512
                register r0@gpu.s0 f64 8x8
                0: LD r0@gpu.s0 <- A[0,0] 8x8 f64
                1: ST A[0,0] 8x8 f64 <- r0@gpu.s0   after 0 (RAW s0)
                2: MARK "stored" @gpu.ST   after 0, 1
                3: BAR "" @gpu.EXEC   after 0, 1, 2
                4: MARK "late" @gpu.EXEC   after 2
            """)
        found = self.good_json("program", "analyze", "q.txt")["dependencies"]
        self.assertEqual((found["all"], found["implied"], found["through_mark"],
                          found["through_mark_implied"]), (7, 4, 3, 2))
        self.assertEqual(found["through_mark_implied_first"], ["2 waits for 0", "4 waits for 2"])
        self.assertIn("2 of them implied: 2 waits for 0, 4 waits for 2\n",
                      self.good("program", "analyze", "q.txt"))


class Compare(ProgramTest):
    def setUp(self):
        super().setUp()
        self.commands = self.print_program("p.txt", "--n", "600", "--block", "200")

    def test_a_program_is_like_itself(self):
        one, = self.good_json("program", "compare", "p.txt", "p.txt")["comparisons"]
        self.assertEqual((one["matched"], one["only_first"], one["only_second"], one["apart"]),
                         (len(self.commands), 0, 0, 0))
        self.assertIsNone(one["parting"])
        self.assertEqual(one["first"], one["second"])
        self.assertIn("none starts more than 5.0 %", self.good("program", "compare", "p.txt", "p.txt"))

    def test_where_schedules_part(self):
        slow = self.read("p.txt").replace("link_out 2.5e+10", "link_out 1e+8")
        self.write("slow.txt", slow)
        one, = self.good_json("program", "compare", "p.txt", "slow.txt", "--share", "10")["comparisons"]
        self.assertEqual(one["matched"], len(self.commands))
        self.assertGreater(one["second"]["makespan"], one["first"]["makespan"])
        first, second = one["parting"]["first"], one["parting"]["second"]
        self.assertEqual(first["text"], second["text"])
        self.assertGreater(abs(first["start"] - second["start"]), 0.1 * one["second"]["makespan"])
        self.assertIn("device 1 ST", self.good("program", "compare", "p.txt", "slow.txt"))
        other = self.print_program("q.txt", "--n", "600", "--block", "300")
        one, = self.good_json("program", "compare", "p.txt", "q.txt")["comparisons"]
        self.assertEqual(one["matched"] + one["only_second"], len(other))
        self.assertGreater(one["only_first"], 0)

    def test_measured_beside_predicted(self):
        self.good("program", "run", "p.txt", "--trace", "t.json", env={"HG_DEVICES": "host,host"})
        report = self.good_json("program", "compare", "p.txt", "p.txt", "--measured", "t.json")
        predicted, measured = report["comparisons"][1]["first"], report["comparisons"][1]["second"]
        self.assertEqual((predicted["name"], measured["name"]), ("p.txt", "t.json"))
        seconds = self.good_json("trace", "t.json")["runs"][0]["seconds"]
        self.assertEqual(measured["makespan"], seconds)
        for queue in measured["queues"]:
            self.assertTrue(0 < queue["busy"] <= seconds * 1.01, queue)
        self.assertEqual(report["comparisons"][1]["matched"], len(self.commands))
        self.assertIn("predicted and measured",
                      self.good("program", "compare", "p.txt", "p.txt", "--measured", "t.json"))
        self.print_program("q.txt", "--n", "600", "--block", "300")
        self.refused("program", "compare", "q.txt", "p.txt", "--measured", "t.json",
                     says=["t.json", "one run of this program"])
        self.refused("program", "compare", "p.txt", "p.txt", "--measured", "p.txt", says="is not a trace")
        self.refused("program", "compare", "p.txt", "p.txt", "--measured", "t.json", "--json", "t.json",
                     says="would be lost")
