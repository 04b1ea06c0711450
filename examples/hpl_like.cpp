// Solves a random linear system like that of the HPL benchmark, on all GPUs of this machine.
//
//     hpl_like [n [times]]
//
// The elements of A (n x n, default: n = 1000) and b are random in [-0.5, 0.5]. Each time, hg::dgesv factors
// A with partial pivoting and solves A x = b, with all matrices in host memory. Then, like HPL, the program
// regenerates A and b. x passes if the scaled residual in the infinity norm
//
//     |A x - b| / (eps (|A| |x| + |b|) n)
//
// is below 16. The rate counts 2/3 n^3 + 3/2 n^2 flops. The first time includes one-time work: starting the
// devices, building the program, compiling kernels.
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <vector>

#include <hg/lapack/gesv.hpp>

namespace {

/// Element (i, j) of [A b], random in [-0.5, 0.5]: a hash of its position (splitmix64), so that any thread
/// can compute any part at any time.
double element(std::int64_t i, std::int64_t j, std::int64_t n) {
    auto x = static_cast<std::uint64_t>(i + j * n + 1) * 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    x ^= x >> 31;
    return static_cast<double>(x >> 11) * 0x1p-53 - 0.5;
}

double scaled_residual(const std::vector<double>& x) {
    const auto n = static_cast<std::int64_t>(x.size());
    std::vector<double> residual(x.size()), row_sum(x.size());
    tbb::parallel_for(std::int64_t{0}, n, [&](std::int64_t i) {
        double r = -element(i, n, n), sum = 0;
        for (std::int64_t j = 0; j < n; ++j) {
            const double a = element(i, j, n);
            r += a * x[static_cast<std::size_t>(j)];
            sum += std::fabs(a);
        }
        residual[static_cast<std::size_t>(i)] = std::fabs(r);
        row_sum[static_cast<std::size_t>(i)] = sum;
    });
    double r = 0, a_norm = 0, x_norm = 0, b_norm = 0;
    for (std::int64_t i = 0; i < n; ++i) {
        const auto k = static_cast<std::size_t>(i);
        if (residual[k] > r || std::isnan(residual[k])) r = residual[k];  // keeps NaN
        a_norm = std::max(a_norm, row_sum[k]);
        x_norm = std::max(x_norm, std::fabs(x[k]));
        b_norm = std::max(b_norm, std::fabs(element(i, n, n)));
    }
    constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
    return r / (kEpsilon * (a_norm * x_norm + b_norm) * static_cast<double>(n));
}

/// Generates, solves and checks the system once.
bool solve(std::int64_t n, std::vector<double>& A, std::vector<std::int64_t>& ipiv) {
    tbb::parallel_for(std::int64_t{0}, n, [&](std::int64_t j) {
        for (std::int64_t i = 0; i < n; ++i) A[static_cast<std::size_t>(i + j * n)] = element(i, j, n);
    });
    std::vector<double> x(static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < n; ++i) x[static_cast<std::size_t>(i)] = element(i, n, n);
    const auto start = std::chrono::steady_clock::now();
    const std::int64_t info = hg::dgesv(hg::Layout::col_major, n, 1, A.data(), n, ipiv.data(), x.data(), n);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    const double size = static_cast<double>(n);
    const double flops = 2.0 / 3.0 * size * size * size + 1.5 * size * size;
    const double residual = scaled_residual(x);
    const bool right = info == 0 && residual < 16;
    std::printf("%8lld %11.4f %11.2f %12.3e  %s\n", static_cast<long long>(n), taken.count(),
                flops / taken.count() * 1e-9, residual, right ? "PASSED" : "FAILED");
    return right;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const std::int64_t n = argc > 1 ? std::atoll(argv[1]) : 1000;
        const int times = argc > 2 ? std::atoi(argv[2]) : 2;
        if (n < 1 || times < 1) throw std::runtime_error("usage: hpl_like [n [times]], both at least 1");
        std::vector<double> A(static_cast<std::size_t>(n * n));
        std::vector<std::int64_t> ipiv(static_cast<std::size_t>(n));
        std::printf("       n     seconds     GFLOP/s     residual\n");
        bool right = true;
        for (int i = 0; i < times; ++i) right = solve(n, A, ipiv) && right;
        return right ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
}
