// The steady heat of a cube, by conjugate gradients on all accelerators of this machine.
//
//     heat [n]
//
// The cube has n x n x n points (24 by default), each of the mean temperature of the 26 around it: A u = b with a 27-point
// Laplacian A. Its floor is at 0, its ceiling at 1, and its walls get warmer evenly from the one to the other. So does the cube
// within, which tells if the result is right.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include <hg/sparse/generate.hpp>
#include <hg/sparse/solvers.hpp>

namespace {

/// Of a point of the cube or of its hull, where z is -1 on the floor and n on the ceiling.
double known_temperature(std::int64_t z, std::int64_t n) {
    return static_cast<double>(z + 1) / static_cast<double>(n + 1);
}

bool is_inside(std::int64_t i, std::int64_t n) {
    return i >= 0 && i < n;
}

/// What a point gets from its neighbours in the hull.
double heat_from_hull(std::int64_t x, std::int64_t y, std::int64_t z, std::int64_t n) {
    double sum = 0;
    for (std::int64_t k = z - 1; k <= z + 1; ++k)
        for (std::int64_t j = y - 1; j <= y + 1; ++j)
            for (std::int64_t i = x - 1; i <= x + 1; ++i)
                if (!(is_inside(i, n) && is_inside(j, n) && is_inside(k, n))) sum += known_temperature(k, n);
    return sum;
}

std::vector<double> right_hand_side(std::int64_t n) {
    std::vector<double> b;
    b.reserve(static_cast<std::size_t>(n * n * n));
    for (std::int64_t z = 0; z < n; ++z)
        for (std::int64_t y = 0; y < n; ++y)
            for (std::int64_t x = 0; x < n; ++x) b.push_back(heat_from_hull(x, y, z, n));
    return b;
}

/// The largest difference from the known temperatures; NaN if there is one.
double error_of(const std::vector<double>& u, std::int64_t n) {
    double error = 0;
    for (std::size_t i = 0; i < u.size(); ++i) {
        const std::int64_t z = static_cast<std::int64_t>(i) / (n * n);
        const double difference = std::fabs(u[i] - known_temperature(z, n));
        if (!(difference <= error)) error = difference;  // NaN stays
    }
    return error;
}

bool heat(std::int64_t n) {
    const hg::SparseMatrix<double> A = hg::laplacian<double>(27, n, n, n);
    const std::vector<double> b = right_hand_side(n);
    std::vector<double> u(b.size());
    const hg::SolveReport report = hg::solve_cg<double>(A, b, u, {.tolerance = 1e-10});
    const double error = error_of(u, n);
    const bool right = report.reason == hg::StopReason::converged && error < 1e-6;
    std::printf("%lld points, %lld nonzeros\n", static_cast<long long>(A.rows()),
                static_cast<long long>(A.nonzeros()));
    const auto iterations = static_cast<double>(std::max<std::int64_t>(report.iterations, 1));
    std::printf("%s after %lld iterations, %.3f s: %.3f s to begin, %.3f ms an iteration\n",
                std::string(hg::name(report.reason)).c_str(), static_cast<long long>(report.iterations),
                report.seconds, report.begin_seconds, 1e3 * report.iteration_seconds / iterations);
    std::printf("residual %.1e, largest error of a temperature %.1e: %s\n", report.residual, error,
                right ? "PASSED" : "FAILED");
    return right;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const std::int64_t n = argc > 1 ? std::atoll(argv[1]) : 24;
        if (n < 1 || n > 1000) throw std::runtime_error("usage: heat [n], n from 1 to 1000");
        return heat(n) ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
}
