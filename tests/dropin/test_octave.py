"""Octave's products reach the devices."""

import shutil

import dropin

if shutil.which("octave-cli") is None:
    dropin.skip("Debian's package octave is not installed")

PROGRAM = """
a = reshape(mod(0:10799, 17), 120, 90) - 8;
b = reshape(mod(0:9899, 13), 90, 110) - 6;
exact = zeros(120, 110);
for k = 1:90
  exact += bsxfun(@times, a(:, k), b(k, :));
end
assert(isequal(a * b, exact));
assert(isequal((a')' * b, exact));
assert(isequal(single(a) * single(b), single(exact)));
"""

for devices in ("host,host", "pthread"):
    for offload, where in (("always", "devices"), ("never", "cpu")):
        _, calls = dropin.run(["octave-cli", "--norc", "--quiet", "--eval", PROGRAM], devices, HG_OFFLOAD=offload)
        assert calls == {("DGEMM", where): 2, ("SGEMM", where): 1}, (devices, offload, calls)
