"""Inverses, determinants, condition numbers, and the devices of the process."""
import os
import unittest

from module import LAYOUTS, TYPES, ModuleTest, hg, np


class Inverse(ModuleTest):
    def regular(self, dtype, order):
        return self.numbers(dtype, order, order) + (9 * np.eye(order)).astype(dtype)

    def test_inverses(self):
        for dtype in TYPES:
            for order in (1, 2, 30):
                values = self.regular(dtype, order)
                for layout in LAYOUTS:
                    a = layout(values)
                    x = hg.inv(a)
                    self.assertEqual((x.dtype, x.shape), (a.dtype, a.shape))
                    eps = np.finfo(dtype).eps
                    self.assertLess(np.linalg.norm(a @ x - np.eye(order)), 200 * order * eps)
                    np.testing.assert_array_equal(a, values)
                    self.check_holes(a)

    def test_in_place(self):
        for order in "CF":
            a = np.array(self.regular(np.float64, 12), order=order)
            expected = np.linalg.inv(a)
            self.assertIs(hg.inv(a, overwrite_a=True), a)
            self.check_near(a, expected)
        self.refused(ValueError, "overwrite_a", hg.inv, np.eye(8)[::2, ::2], overwrite_a=True)
        read_only = np.eye(3)
        read_only.flags.writeable = False
        self.refused(ValueError, "read-only", hg.inv, read_only, overwrite_a=True)

    def test_determinants(self):
        for dtype in TYPES:
            for order in (1, 2, 15):
                values = self.regular(dtype, order)
                for layout in LAYOUTS:
                    a = layout(values)
                    sign, logarithm = hg.slogdet(a)
                    expected = np.linalg.slogdet(values.astype(np.complex128))
                    self.assertEqual((sign.dtype, logarithm.dtype), (a.dtype, a.real.dtype))
                    self.assertLess(abs(sign - expected[0]), 1e-3)
                    self.assertLess(abs(logarithm - expected[1]), 1e-3)
                    self.assertLess(abs(hg.det(a) / np.linalg.det(values.astype(np.complex128)) - 1), 1e-3)

    def test_the_sign_of_permutations(self):
        for order in ([0, 1, 2], [1, 0, 2], [1, 2, 0], [2, 1, 0]):
            p = np.eye(3)[order]
            self.assertEqual(hg.det(p), round(np.linalg.det(p)))

    def test_singular_matrices(self):
        for layout in LAYOUTS:
            a = layout(np.ones((3, 3)))
            self.refused(hg.LinAlgError, "pivot 2", hg.inv, a)
            self.assertEqual(hg.det(a), 0)
            self.assertEqual(hg.slogdet(a), (0, -np.inf))
            self.assertEqual(hg.cond(a), np.inf)

    def test_condition_numbers(self):
        for dtype in TYPES:
            for order in (1, 2, 3, 40):
                for layout in LAYOUTS:
                    a = layout(self.regular(dtype, order))
                    for p in (1, np.inf):
                        exact = np.linalg.cond(a.astype(np.complex128), p)
                        self.assertLessEqual(hg.cond(a, p), 1.001 * exact)
                        self.assertGreaterEqual(hg.cond(a, p), exact / 3)
        scaled = np.diag([1e8, 1.0, 1e-4])
        scaled[0, 2] = 5
        self.assertAlmostEqual(hg.cond(scaled) / np.linalg.cond(scaled, 1), 1)
        self.assertEqual(hg.cond(np.empty((0, 0))), 0)

    def test_refused_arguments(self):
        for function in (hg.inv, hg.det, hg.slogdet, hg.cond):
            self.refused(ValueError, "square", function, np.ones((2, 3)))
            self.refused(TypeError, "float64", function, np.ones((2, 2), np.int64))
            self.refused(TypeError, "NumPy array", function, [[1.0]])
        self.refused(ValueError, "p is 2", hg.cond, np.eye(2), 2)


class Devices(ModuleTest):
    def test_devices_are_those_that_are_selected(self):
        devices = hg.devices()
        self.assertEqual(len(devices), len(os.environ["HG_DEVICES"].split(",")))
        for device in devices:
            self.assertEqual((device.kind, device.platform), ("host", "host"))
            self.assertGreater(device.memory, 1 << 20)
            self.assertGreater(device.compute_units, 0)
            self.assertTrue(device.has_f64)
            self.assertTrue(device.name)


if __name__ == "__main__":
    unittest.main()
