"""hgctl trace: what it says of a trace, whoever wrote it, and of files that are none."""
import contextlib
import json
import os
import subprocess

from tool import HGCTL, HOST, ToolTest, each_backend
from trace_format import faults_of


class Trace(ToolTest):
    @each_backend()
    def test_what_limited_a_run(self, name, env):
        self.good("bench", "dgemm", "--n", "150", "--device-counts", "2" if name == "pair" else "1",
                  "--repeat", "1", "--trace", "trace.json", env=env)
        report = self.good_json("trace", "trace.json")
        run, = report["runs"]
        self.assertEqual(len(run["devices"]), 2 if name == "pair" else 1)
        self.assertTrue(0 <= run["overlap"] <= 1)
        self.assertLess(run["startup"] + run["drain"], run["seconds"])
        self.assertIn("limited by", run["verdict"])
        kernels = [part for part in run["parts"] if part["name"] == "kernels"]
        self.assertGreaterEqual(sum(part["flops"] for part in kernels), 2.0 * 150**3)
        for part in run["parts"]:
            self.assertLessEqual(part["busy"], run["seconds"] * 1.01)
            self.assertAlmostEqual(part["use"] * run["seconds"], part["busy"], 9)
            self.assertAlmostEqual(part["of_limit"] * part["busy"], part["seconds_at_limit"], 9)
        text = self.good("trace", "trace.json")
        self.assert_holds(text, [run["verdict"], "overlap", "of its limit", "kernels", "EXEC queue",
                                 "copies"])

    def test_several_runs(self):
        self.good("bench", "dgemm", "--n", "40,160", "--repeat", "1", "--warmup", "0",
                  env={**HOST, "HG_TRACE": "all.json"})
        report = self.good_json("trace", "all.json")
        runs = report["runs"]
        self.assertGreaterEqual(len(runs), 2)
        self.assertEqual(runs[report["longest"] - 1]["seconds"], max(run["seconds"] for run in runs))
        self.assertIn(f"run {report['longest']} of {len(runs)}", self.good("trace", "all.json"))
        self.assertIn(f"run 1 of {len(runs)}", self.good("trace", "all.json", "--run", "1"))
        self.refused("trace", "all.json", "--run", len(runs) + 1, says=f"{len(runs)} runs")

    @each_backend()
    def test_viewers_take_every_event(self, name, env):
        self.good("bench", "dgemm", "--n", "150,300", "--repeat", "2", "--warmup", "0",
                  env={**env, "HG_TRACE": "all.json", "HG_HOST_BELOW": "0"})
        text = self.read("all.json")
        self.assertEqual(faults_of(text), [])
        events = json.loads(text)["traceEvents"]
        phases = {event["ph"] for event in events}
        self.assertTrue({"X", "M", "C", "s", "t", "f"} <= phases, phases)
        counters = {event["name"] for event in events if event["ph"] == "C"}
        self.assert_holds(" ".join(counters), ["device memory", "host copies"])

    def test_faults_that_viewers_would_hide_are_found(self):
        self.good("bench", "dgemm", "--n", "150", "--repeat", "1", "--trace", "one.json", env=HOST)
        trace = json.loads(self.read("one.json"))
        self.assertEqual(faults_of(json.dumps(trace)), [])
        for phase, key, value in [("X", "dur", -1), ("X", "ts", "1"), ("X", "pid", 1.5), ("s", "ph", "f"),
                                  ("f", "ts", 1e9), ("f", "id", 10**6), ("C", "args", {"value": "1"}),
                                  ("M", "ph", "Q"), ("M", "args", {"name": 1}), ("t", "cat", "")]:
            damaged = json.loads(json.dumps(trace))
            event = next(event for event in damaged["traceEvents"] if event["ph"] == phase)
            event[key] = value
            self.assertNotEqual(faults_of(json.dumps(damaged)), [], (phase, key, value))

    def test_a_file_for_each_rank_and_for_processes_at_the_same_time(self):
        self.good("bench", "dgemm", "--n", "40", "--repeat", "1", "--warmup", "0",
                  env={**HOST, "HG_TRACE": "all.json", "OMPI_COMM_WORLD_RANK": "2",
                       "OMPI_COMM_WORLD_SIZE": "3"})
        self.assertEqual(self.files(), ["all.rank2.json"])
        command = [HGCTL, "bench", "dgemm", "--n", "64", "--repeat", "100000", "--warmup", "0"]
        environment = {**os.environ, **HOST, "HG_TRACE": "all.json", "HG_CACHE_DIR": self.cache.name}
        with subprocess.Popen(command, env=environment, cwd=self.folder,
                              stdout=subprocess.DEVNULL) as process:
            while not os.path.exists(self.path("all.json")) or os.path.getsize(self.path("all.json")) == 0:
                self.assertIsNone(process.poll())
            result = self.ended("bench", "dgemm", "--n", "40", "--repeat", "1", "--warmup", "0",
                                env={**HOST, "HG_TRACE": "all.json"})
            process.kill()
        self.assertEqual(result.stderr.count("another process writes all.json"), 1, result.stderr)
        other, = set(self.files()) - {"all.json", "all.rank2.json"}
        self.assertRegex(other, r"^all\.\d+\.json$")
        for name in ("all.json", other):
            self.assertTrue(self.good_json("trace", name)["runs"])
            self.assertEqual(faults_of(json.dumps(json.JSONDecoder().raw_decode(self.read(name))[0])), [])

    def test_runs_of_a_program(self):
        self.good("program", "print", "--n", "40", "-o", "p.txt")
        self.good("program", "run", "p.txt", env={**HOST, "HG_TRACE": "all.json"})
        run, = self.good_json("trace", "all.json")["runs"]
        self.assertGreater(run["commands"], 3)

    def test_runs_of_a_process_that_was_killed(self):
        command = [HGCTL, "bench", "dgemm", "--n", "64", "--repeat", "100000", "--warmup", "0"]
        environment = {**os.environ, **HOST, "HG_TRACE": "all.json", "HG_CACHE_DIR": self.cache.name}
        for _ in range(5):
            with contextlib.suppress(FileNotFoundError):
                os.remove(self.path("all.json"))
            with subprocess.Popen(command, env=environment, cwd=self.folder,
                                  stdout=subprocess.DEVNULL) as process:
                while not os.path.exists(self.path("all.json")) or os.path.getsize(
                    self.path("all.json")) < 50000:
                    self.assertIsNone(process.poll())
                process.kill()
            self.assertTrue(self.good_json("trace", "all.json")["runs"])

    def test_a_piece_that_was_not_finished_when_its_process_was_killed(self):
        self.good("bench", "dgemm", "--n", "40", "--repeat", "1", "--warmup", "0",
                  env={**HOST, "HG_TRACE": "all.json"})
        text = self.read("all.json")
        runs = self.good_json("trace", "all.json")["runs"]
        more = ",\n" + text.partition("\n")[2]
        for bytes_written in [1, 2, 3, len(more) // 2, len(more) - 1, len(more)]:
            self.write("all.json", text + more[:bytes_written])
            self.assertEqual(self.good_json("trace", "all.json")["runs"], runs)
        self.write("all.json", text[:-4])
        self.refused("trace", "all.json", says="it ends before its JSON does")

    def test_what_a_trace_lacks(self):
        self.good("bench", "dgemm", "--n", "40", "--repeat", "1", "--warmup", "0",
                  env={**HOST, "HG_TRACE": "all.json"})
        self.assertNotIn("lacks", self.good("trace", "all.json"))
        trace = json.loads(self.read("all.json"))
        for runs, events in [(1, 20), (2, 30)]:
            trace["traceEvents"].append({"ph": "i", "s": "g", "name": "hg_dropped", "pid": 0, "tid": 0,
                                         "ts": 1, "args": {"runs": runs, "events": events}})
        self.write("less.json", json.dumps(trace))
        self.assertIn("lacks 3 runs and 50 events", self.good("trace", "less.json"))
        report = self.good_json("trace", "less.json")
        self.assertEqual((report["dropped_runs"], report["dropped_events"]), (3, 50))

    def test_files_that_are_no_traces(self):
        self.refused("trace", "missing.json", says="missing.json: cannot be read")
        self.refused("trace", says="FILE")
        for text in ["", "nonsense", "[]", '{"traceEvents": []}',
                     '{"metadata": {"hg_runs": [{"commands": "x"}]}}']:
            self.write("other.json", text)
            says = self.refused("trace", "other.json", says="other.json: is not a trace that hg wrote")
            self.assertNotIn("json.exception", says)
            self.assertNotIn("type must be", says)
        self.write("other.json", '{"metadata": {"hg_runs": [}')
        self.refused("trace", "other.json", says="it is not JSON from byte 27 on")
        self.write("other.json", '{"metadata": {"hg_runs": [')
        self.refused("trace", "other.json", says="it ends before its JSON does")
        self.write("empty.json", json.dumps({"traceEvents": [], "metadata": {"hg_runs": []}}))
        self.refused("trace", "empty.json", says="the trace has no runs")
