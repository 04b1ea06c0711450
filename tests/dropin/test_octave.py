"""Octave's products and linear systems reach the devices."""

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
square = zeros(120, 120);
for k = 1:90
  square += bsxfun(@times, a(:, k), a(:, k)');
end
assert(isequal(a * a', square));
assert(isequal(single(a) * single(b), single(exact)));

z = a + 2i * flipud(a);
w = b - 1i * b(:, end:-1:1);
exact = zeros(120, 110);
for k = 1:90
  exact += bsxfun(@times, z(:, k), w(k, :));
end
assert(isequal(z * w, exact));
assert(isequal((z')' * w, exact));
square = zeros(120, 120);
for k = 1:90
  square += bsxfun(@times, z(:, k), z(:, k)');
end
assert(isequal(z * z', square));

a = rand(150) + 20 * eye(150);
b = rand(150, 4);
x = a \\ b;
r = b;
for k = 1:150
  r -= bsxfun(@times, a(:, k), x(k, :));
end
assert(max(abs(r(:))) <= 100 * eps);
z = a + 1i * rand(150);
w = b - 2i * b;
x = z \\ w;
r = w;
for k = 1:150
  r -= bsxfun(@times, z(:, k), x(k, :));
end
assert(max(abs(r(:))) <= 200 * eps);
[l, u, p] = lu(a);
assert(norm(p' * tril(l) * triu(u) - a, 1) <= 1000 * eps * norm(a, 1));
"""

for devices in ("host,host", "pthread"):
    for offload, where in (("always", "devices"), ("never", "cpu")):
        _, calls = dropin.run(["octave-cli", "--norc", "--quiet", "--eval", PROGRAM], devices,
                              HG_OFFLOAD=offload)
        wanted = {("DGEMM", where): 3, ("SGEMM", where): 1, ("DSYRK", where): 1, ("ZGEMM", where): 2,
                  ("ZHERK", where): 1, ("ZGETRF", where): 1, ("ZGETRS", where): 1, ("DGETRF", where): 2,
                  ("DGETRS", where): 1}
        assert calls == wanted, (devices, offload, calls)
