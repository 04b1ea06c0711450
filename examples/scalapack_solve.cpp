// Solves a random linear system on several nodes by ScaLAPACK's pdgesv over MPI, with libhgblas.so as the
// BLAS.
//
//     mpirun -n 4 -x LD_PRELOAD=libhgblas.so scalapack_solve [n [block]]
//
// The program itself does not use hg. In each process, ScaLAPACK calls BLAS for products and triangular
// solves, and libhgblas.so runs these calls on the GPUs. The processes form a P x Q grid that is as square as
// possible. A (n x n, default: n = 1000) is distributed block-cyclically, in blocks of `block` rows and
// columns (default: 64; docs/guide/mpi-and-openmp.md says what to choose).
//
// The elements of A and b are random in [-0.5, 0.5]. Like HPL, the program then regenerates A and b. x passes
// if the scaled residual in the infinity norm
//
//     |A x - b| / (eps (|A| |x| + |b|) n)
//
// is below 16. The rate counts 2/3 n^3 + 3/2 n^2 flops.
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <vector>

extern "C" {
void Cblacs_get(int context, int what, int* value);
void Cblacs_gridinit(int* context, const char* order, int rows, int cols);
void Cblacs_gridinfo(int context, int* rows, int* cols, int* row, int* col);
void Cblacs_gridexit(int context);
int numroc_(const int* n, const int* block, const int* process, const int* first, const int* processes);
void descinit_(int* desc, const int* m, const int* n, const int* block_m, const int* block_n,
               const int* first_row, const int* first_col, const int* context, const int* ld, int* info);
void pdgesv_(const int* n, const int* nrhs, double* a, const int* ia, const int* ja, const int* desc_a,
             int* ipiv, double* b, const int* ib, const int* jb, const int* desc_b, int* info);
int pilaenv_(const int* context, const char* precision, std::size_t length);
}

namespace {

int block = 64;

/// Element (i, j) of [A b], random in [-0.5, 0.5]: a hash of its position (splitmix64), so that any process
/// can compute any part at any time.
double element(std::int64_t i, std::int64_t j, std::int64_t n) {
    auto x = static_cast<std::uint64_t>(i + j * n + 1) * 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    x ^= x >> 31;
    return static_cast<double>(x >> 11) * 0x1p-53 - 0.5;
}

/// The grid of processes.
struct Grid {
    int context = -1;
    int rows = 1, cols = 1;  ///< P and Q
    int row = 0, col = 0;    ///< this process's position

    explicit Grid(int processes) {
        for (int p = 1; p * p <= processes; ++p)
            if (processes % p == 0) rows = p;
        cols = processes / rows;
        Cblacs_get(-1, 0, &context);
        Cblacs_gridinit(&context, "Row", rows, cols);
        Cblacs_gridinfo(context, &rows, &cols, &row, &col);
    }
    Grid(const Grid&) = delete;
    Grid& operator=(const Grid&) = delete;
    ~Grid() { Cblacs_gridexit(context); }
};

/// This process's part of a matrix that is distributed block-cyclically, beginning with process (0, 0).
struct LocalMatrix {
    int rows, cols;
    std::vector<double> elements;
    int desc[9] = {};

    LocalMatrix(const Grid& grid, int m, int n) {
        const int zero = 0;
        rows = numroc_(&m, &block, &grid.row, &zero, &grid.rows);
        cols = numroc_(&n, &block, &grid.col, &zero, &grid.cols);
        elements.resize(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
        const int ld = std::max(1, rows);
        int info = 0;
        descinit_(desc, &m, &n, &block, &block, &zero, &zero, &grid.context, &ld, &info);
    }

    [[nodiscard]] double& at(int i, int j) {
        return elements[static_cast<std::size_t>(i) +
                        static_cast<std::size_t>(j) * static_cast<std::size_t>(rows)];
    }
};

/// The row or column of the whole matrix that is a process's local row or column i.
int global_index(int i, int process, int processes) {
    return (i / block * processes + process) * block + i % block;
}

void fill(LocalMatrix& matrix, const Grid& grid, int n, int first_col) {
    for (int j = 0; j < matrix.cols; ++j)
        for (int i = 0; i < matrix.rows; ++i)
            matrix.at(i, j) = element(global_index(i, grid.row, grid.rows),
                                      first_col + global_index(j, grid.col, grid.cols), n);
}

/// Gathers x, which is in the first column of the grid, on every process.
std::vector<double> gather(LocalMatrix& X, const Grid& grid, int n) {
    std::vector<double> x(static_cast<std::size_t>(n));
    for (int i = 0; X.cols > 0 && i < X.rows; ++i)
        x[static_cast<std::size_t>(global_index(i, grid.row, grid.rows))] = X.at(i, 0);
    MPI_Allreduce(MPI_IN_PLACE, x.data(), n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return x;
}

/// Regenerates `A`, and adds up this process's part of each row.
double scaled_residual(LocalMatrix& A, const std::vector<double>& x, const Grid& grid, int n) {
    fill(A, grid, n, 0);
    std::vector<double> residual(x.size()), row_sum(x.size());
    for (int j = 0; j < A.cols; ++j) {
        const double factor = x[static_cast<std::size_t>(global_index(j, grid.col, grid.cols))];
        for (int i = 0; i < A.rows; ++i) {
            const auto row = static_cast<std::size_t>(global_index(i, grid.row, grid.rows));
            residual[row] += A.at(i, j) * factor;
            row_sum[row] += std::fabs(A.at(i, j));
        }
    }
    MPI_Allreduce(MPI_IN_PLACE, residual.data(), n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, row_sum.data(), n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    double r = 0, a_norm = 0, x_norm = 0, b_norm = 0;
    for (int i = 0; i < n; ++i) {
        const auto k = static_cast<std::size_t>(i);
        const double b = element(i, n, n);
        const double difference = std::fabs(residual[k] - b);
        if (difference > r || std::isnan(difference)) r = difference;  // keeps NaN
        a_norm = std::max(a_norm, row_sum[k]);
        x_norm = std::max(x_norm, std::fabs(x[k]));
        b_norm = std::max(b_norm, std::fabs(b));
    }
    constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
    return r / (kEpsilon * (a_norm * x_norm + b_norm) * n);
}

/// Generates, solves and checks the system. Returns the exit status.
int solve(int n, int rank, int processes) {
    const Grid grid(processes);
    LocalMatrix A(grid, n, n), B(grid, n, 1);
    fill(A, grid, n, 0);
    fill(B, grid, n, n);
    std::vector<int> ipiv(static_cast<std::size_t>(A.rows + block));
    const int one = 1;
    int info = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    pdgesv_(&n, &one, A.elements.data(), &one, &one, A.desc, ipiv.data(), B.elements.data(), &one, &one,
            B.desc, &info);
    MPI_Barrier(MPI_COMM_WORLD);
    const double taken = MPI_Wtime() - start;
    const double residual = scaled_residual(A, gather(B, grid, n), grid, n);
    const bool right = info == 0 && residual < 16;
    const double size = n;
    const double flops = 2.0 / 3.0 * size * size * size + 1.5 * size * size;
    if (rank == 0)
        std::printf(
            "    grid        n    block     seconds     GFLOP/s     residual\n"
            "%3d x %2d %8d %8d %11.4f %11.2f %12.3e  %s\n",
            grid.rows, grid.cols, n, block, taken, flops / taken * 1e-9, residual,
            right ? "PASSED" : "FAILED");
    return right ? 0 : 1;
}

}  // namespace

/// The number of columns that the PBLAS passes to one call of the local BLAS. ScaLAPACK's own function
/// returns 32 for any block size, which is far too few for a GPU. A program's definition takes precedence
/// over the library's.
int pilaenv_(const int*, const char*, std::size_t) {
    return block;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0, processes = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    const int n = argc > 1 ? std::atoi(argv[1]) : 1000;
    if (argc > 2) block = std::atoi(argv[2]);
    int status = 2;
    if (n >= 1 && block >= 1)
        status = solve(n, rank, processes);
    else if (rank == 0)
        std::fprintf(stderr, "usage: scalapack_solve [n [block]], both at least 1\n");
    MPI_Finalize();
    return status;
}
