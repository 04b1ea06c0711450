// Every MPI rank computes its own block of columns of C = A B with hg::dgemm on the devices of its node; rank
// 0 gathers C and checks it. Run it with `mpirun -n 4 dgemm_mpi`. Several ranks of one node share its
// devices; to give each rank a device of its own, set HG_DEVICES per rank.
#include <mpi.h>

#include <cstdio>
#include <hg/blas/gemm.hpp>
#include <hg/runtime/program/error.hpp>
#include <vector>

namespace {

/// A(i, p) = i + p; B(p, j) = p - j. Whole numbers: every sum is exact, in any order.
double a(std::int64_t i, std::int64_t p) {
    return static_cast<double>(i + p);
}
double b(std::int64_t p, std::int64_t j) {
    return static_cast<double>(p - j);
}

template <class Element>
std::vector<double> make(std::int64_t rows, std::int64_t first_col, std::int64_t last_col, Element element) {
    std::vector<double> matrix;
    for (std::int64_t j = first_col; j < last_col; ++j)
        for (std::int64_t i = 0; i < rows; ++i) matrix.push_back(element(i, j));
    return matrix;
}

/// Elements of C that differ from a sum written out, on a grid of rows and columns.
int count_wrong(const std::vector<double>& C, std::int64_t m, std::int64_t n, std::int64_t k) {
    int wrong = 0;
    for (std::int64_t j = 0; j < n; j += 7)
        for (std::int64_t i = 0; i < m; i += 7) {
            double sum = 0;
            for (std::int64_t p = 0; p < k; ++p) sum += a(i, p) * b(p, j);
            if (C[static_cast<std::size_t>(i + j * m)] != sum) ++wrong;
        }
    return wrong;
}

int run(int rank, int ranks) {
    const std::int64_t m = 300, n = 257, k = 200;
    // Consecutive columns for each rank, as even as can be: rank r has columns [bounds[r], bounds[r + 1]).
    std::vector<std::int64_t> bounds;
    for (int r = 0; r <= ranks; ++r) bounds.push_back(n * r / ranks);
    const std::int64_t first = bounds[static_cast<std::size_t>(rank)];
    const std::int64_t last = bounds[static_cast<std::size_t>(rank) + 1];

    const std::vector<double> A = make(m, 0, k, a);
    const std::vector<double> B = make(k, first, last, b);
    std::vector<double> mine(static_cast<std::size_t>(m * (last - first)));
    hg::dgemm(hg::Layout::col_major, hg::Op::none, hg::Op::none, m, last - first, k, 1.0, A.data(), m,
              B.data(), k, 0.0, mine.data(), m);

    std::vector<int> counts, places;
    for (std::size_t r = 0; r < static_cast<std::size_t>(ranks); ++r) {
        counts.push_back(static_cast<int>(m * (bounds[r + 1] - bounds[r])));
        places.push_back(static_cast<int>(m * bounds[r]));
    }
    std::vector<double> C(rank == 0 ? static_cast<std::size_t>(m * n) : 0);
    MPI_Gatherv(mine.data(), static_cast<int>(mine.size()), MPI_DOUBLE, C.data(), counts.data(),
                places.data(), MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (rank != 0) return 0;
    const int wrong = count_wrong(C, m, n, k);
    std::printf("%d ranks, C is %d x %d: %s\n", ranks, static_cast<int>(m), static_cast<int>(n),
                wrong == 0 ? "right" : "WRONG");
    return wrong == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0, ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int status = 1;
    try {
        status = run(rank, ranks);
    } catch (const hg::Error& error) {
        std::fprintf(stderr, "rank %d: %s\n", rank, error.what());
        MPI_Abort(MPI_COMM_WORLD, 1);  // the others wait for this rank's block
    }
    MPI_Finalize();
    return status;
}
