"""The picture that examples/heat draws."""
import os
import re
import subprocess
import tempfile
import unittest
from xml.etree import ElementTree

HEAT = os.environ["HEAT"]
SVG = "{http://www.w3.org/2000/svg}"


class Heat(unittest.TestCase):
    def test_the_picture(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "heat.svg")
            said = subprocess.run([HEAT, "6", path], capture_output=True, text=True, check=True,
                                  timeout=50).stdout
            picture = ElementTree.parse(path).getroot()
        self.assertIn("PASSED", said)
        iterations = int(re.search(r"after (\d+) iterations", said).group(1))
        points = [tuple(map(float, point.split(",")))
                  for point in picture.find(SVG + "polyline").get("points").split()]
        self.assertEqual(len(points), iterations + 1)
        self.assertEqual((points[0], points[-1]), ((400, 40), (700, 340)))
        squares = [rect for rect in picture.iter(SVG + "rect") if rect.get("fill").startswith("rgb")]
        self.assertEqual(len(squares), 36)
        warmth = {}
        for square in squares:
            red, _, blue = map(int, re.findall(r"\d+", square.get("fill")))
            self.assertEqual(red + blue, 255)
            warmth.setdefault(float(square.get("y")), set()).add(red)
        # Each height has one temperature, the ceiling the highest one.
        heights = sorted(warmth)
        self.assertEqual(heights[0], 40)
        self.assertEqual([len(warmth[y]) for y in heights], [1] * 6)
        self.assertEqual([warmth[y].pop() for y in heights], [int(255 * z / 7) for z in range(6, 0, -1)])
        self.assertIn(f"{iterations} iterations", [text.text for text in picture.iter(SVG + "text")])

    def test_a_picture_that_cannot_be_written(self):
        done = subprocess.run([HEAT, "3", "/nonexistent/heat.svg"], capture_output=True, text=True,
                              check=False, timeout=50)
        self.assertEqual(done.returncode, 2)
        self.assertIn("/nonexistent/heat.svg cannot be written", done.stderr)


if __name__ == "__main__":
    unittest.main()
