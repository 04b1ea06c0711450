"""What tests of hgctl check have in common."""
from tool import HOST, ToolTest


class CheckTest(ToolTest):
    def passes(self, routine, types, count, n_max, *arguments, env=HOST):
        """`count` problems of each type, all of which pass. Returns what is printed."""
        text = self.good("check", routine, "--type", types, "--count", count, "--n-max", n_max, *arguments,
                         env=env)
        self.assertEqual(text.splitlines()[-1], f"{len(types.split(',')) * count} passed, 0 failed")
        return text

    def report(self, routine, types, count, *arguments, seed="5", exact=False):
        """Likewise, as the report without its date."""
        report = self.good_json("check", routine, "--type", types, "--count", count, "--seed", seed,
                                *arguments, env=HOST)
        self.assertTrue(report.pop("date"))
        self.assertEqual((report["passed"], report["failed"]), (len(types.split(",")) * count, 0))
        self.assertEqual(report["worst_error"] > 0, not exact)
        self.assertLessEqual(report["worst_error"], 1)
        return report

    def check_seeds(self, *arguments):
        """The same seed draws the same problems, another one others. Returns a report."""
        first = self.report(*arguments)
        self.assertEqual(first, self.report(*arguments))
        self.assertNotEqual(first, self.report(*arguments, seed="500"))
        return first

    def check_failures(self, routine, kind, count):
        """A device that holds not even one tile fails problems. They are counted, and the first one can be
        repeated. Returns what is said of them."""
        env = {**HOST, "HG_MEMORY_LIMIT": "64"}
        result = self.ended("check", routine, "--type", kind, "--count", count, "--n-max", "50", env=env,
                            status=1)
        passed, failed = (int(part.split()[0]) for part in result.stdout.splitlines()[-1].split(", "))
        self.assertEqual(passed + failed, count)
        self.assertGreater(failed, 0)
        self.assertEqual(result.stderr.count("FAILED "), failed)
        lines = [line.split("repeat with: hgctl ")[1] for line in result.stderr.splitlines()
                 if "repeat with" in line]
        self.assertEqual(len(lines), failed)
        self.assertTrue(lines[0].startswith(f"check {routine} "), lines[0])
        again = self.ended(*lines[0].split(), env=env, status=1)
        self.assertEqual(again.stdout.splitlines()[-1], "0 passed, 1 failed")
        self.assertEqual(again.stderr.splitlines()[0], result.stderr.splitlines()[0])
        return result.stderr
