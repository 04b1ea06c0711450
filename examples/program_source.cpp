// Computes C := C + alpha A B by a program from a source text (docs/reference/program-text.md). The example
// reads the source once, builds it for several block sizes, and runs the program that is fastest in the
// simulator of this machine.
#include <cmath>
#include <iostream>
#include <optional>
#include <vector>

#include <hg/blas/registers/source_library.hpp>
#include <hg/blas/session.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/simulate.hpp>
#include <hg/runtime/program/source.hpp>

namespace {

constexpr std::int64_t m = 600, n = 500, k = 400;

// (1) The b x b blocks of C go to all devices in turn.
constexpr const char* kSource = R"(hg program 2
param m
param n
param k
param b
matrix A f64 m x k
matrix B f64 k x n
matrix C f64 m x n
scalar alpha
devices all

for i in 0..m step b {
    for j in 0..n step b {
        let rows = min(b, m - i)
        let cols = min(b, n - j)
        let d = (i / b + j / b) % count(all)
        register c f64 rows x cols @ all[d]
        LD c <- C[i, j]
        for l in 0..k step b {
            let depth = min(b, k - l)
            register p f64 rows x depth @ all[d]
            register q f64 depth x cols @ all[d]
            LD p <- A[i, l]
            LD q <- B[l, j]
            hg.gemm(N, N, alpha, p, q, 1, c)
        }
        ST C[i, j] <- c
    }
}
)";

hg::Program fastest(const hg::Target& target, const hg::kernels::Database& kernels) {
    // (2) Reads the source once. The library provides hg's instructions and its routines on registers, such
    // as hg.gemm.
    const hg::ProgramSource source = hg::ProgramSource::parse(kSource, "product.hgs");
    const hg::SourceLibrary library = hg::source_library(kernels);

    // (3) Builds the source for each block size, and simulates the program with the machine's figures.
    std::optional<hg::Program> best;
    double least = 0;
    for (const std::int64_t b : {100, 200, 300}) {
        const hg::Program program = source.build(target, {{"m", m}, {"n", n}, {"k", k}, {"b", b}}, library);
        const double seconds = hg::simulate(program, target).makespan;
        std::cout << "blocks of " << b << ": " << program.size() << " commands, " << seconds * 1e3
                  << " ms simulated\n";
        if (best && seconds >= least) continue;
        best = program;
        least = seconds;
    }
    return *best;
}

int run() {
    hg::Session session;
    const hg::Program program = fastest(session.machine().target(), session.kernels());

    // (4) A(i, l) = i + 1 and B(l, j) = (j + 1) / k, so C(i, j) = 1 - 2 (i + 1) (j + 1).
    std::vector<double> A(m * k), B(k * n), C(m * n, 1.0);
    for (std::int64_t l = 0; l < k; ++l) {
        for (std::int64_t i = 0; i < m; ++i) A[i + l * m] = static_cast<double>(i + 1);
        for (std::int64_t j = 0; j < n; ++j) B[l + j * k] = static_cast<double>(j + 1) / k;
    }
    session.run(program, hg::Bindings{}
                             .matrix("A", A.data(), m)
                             .matrix("B", B.data(), k)
                             .matrix("C", C.data(), m)
                             .scalar("alpha", -2.0));

    double worst = 0;
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < m; ++i) {
            const auto right = static_cast<double>(1 - 2 * (i + 1) * (j + 1));
            const double error = std::fabs((C[i + j * m] - right) / right);
            if (error > worst || std::isnan(error)) worst = error;  // keeps NaN
        }
    const bool good = worst < 1e-12;
    std::cout << "Largest relative error: " << worst << (good ? " (good)\n" : " (WRONG)\n");
    return good ? 0 : 1;
}

}  // namespace

int main() {
    try {
        return run();
    } catch (const hg::Error& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
