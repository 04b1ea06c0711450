// Several OpenMP threads call hg::dgemm concurrently, each with its own matrices. The calls share one session
// with its devices, its kernels and, for equal shapes, its program. They take turns on the devices.
#include <omp.h>

#include <cmath>
#include <cstdio>
#include <vector>

#include <hg/blas/gemm.hpp>
#include <hg/runtime/program/error.hpp>

namespace {

/// The largest error of C = A B, where A(i, j) = i + 1 and B(i, j) = j + s: C(i, j) = k (i + 1) (j + s).
double largest_error(const std::vector<double>& C, std::int64_t m, std::int64_t n, std::int64_t k, int s) {
    double largest = 0;
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < m; ++i)
            largest = std::max(largest, std::abs(C[static_cast<std::size_t>(i + j * m)] -
                                                 static_cast<double>(k * (i + 1) * (j + s))));
    return largest;
}

/// One thread's product; each thread has different sizes.
double multiply(int thread) {
    const std::int64_t m = 150 + 10 * thread, n = 130, k = 170;
    std::vector<double> A(static_cast<std::size_t>(m * k)), B(static_cast<std::size_t>(k * n)),
        C(static_cast<std::size_t>(m * n));
    for (std::int64_t j = 0; j < k; ++j)
        for (std::int64_t i = 0; i < m; ++i)
            A[static_cast<std::size_t>(i + j * m)] = static_cast<double>(i + 1);
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < k; ++i)
            B[static_cast<std::size_t>(i + j * k)] = static_cast<double>(j + thread);
    hg::dgemm(hg::Layout::col_major, hg::Op::none, hg::Op::none, m, n, k, 1.0, A.data(), m, B.data(), k, 0.0,
              C.data(), m);
    return largest_error(C, m, n, k, thread);
}

}  // namespace

int main() {
    const int threads = 4, rounds = 5;
    int wrong = 0;
#pragma omp parallel num_threads(threads) reduction(+ : wrong)
    {
        const int thread = omp_get_thread_num();
        try {  // an exception must not leave a parallel region
            for (int round = 0; round < rounds; ++round)
                if (multiply(thread) != 0) ++wrong;  // all elements are integers, so every sum is exact
        } catch (const hg::Error& error) {
            std::fprintf(stderr, "thread %d: %s\n", thread, error.what());
            ++wrong;
        }
    }
    std::printf("%d threads, %d products each: %s\n", threads, rounds, wrong == 0 ? "all right" : "WRONG");
    return wrong == 0 ? 0 : 1;
}
