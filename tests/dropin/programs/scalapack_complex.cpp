// Complex linear systems by ScaLAPACK over MPI: scalapack_complex N BLOCK solves one by LU and one by
// Cholesky. Knows nothing of hg. Exit status 0 if both solutions are right.
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <vector>

extern "C" {
void Cblacs_get(int context, int what, int* value);
void Cblacs_gridinit(int* context, const char* order, int rows, int cols);
void Cblacs_gridinfo(int context, int* rows, int* cols, int* row, int* col);
void Cblacs_gridexit(int context);
int numroc_(const int* n, const int* block, const int* process, const int* first, const int* processes);
void descinit_(int* desc, const int* m, const int* n, const int* block_m, const int* block_n,
               const int* first_row, const int* first_col, const int* context, const int* ld, int* info);
void pzgesv_(const int* n, const int* nrhs, std::complex<double>* a, const int* ia, const int* ja,
             const int* desc_a, int* ipiv, std::complex<double>* b, const int* ib, const int* jb,
             const int* desc_b, int* info);
void pzposv_(const char* uplo, const int* n, const int* nrhs, std::complex<double>* a, const int* ia,
             const int* ja, const int* desc_a, std::complex<double>* b, const int* ib, const int* jb,
             const int* desc_b, int* info);
}

namespace {

using Complex = std::complex<double>;

constexpr int kOne = 1;

/// The grid of processes, a row of them, and how matrices are dealt out to them.
struct Grid {
    int context = -1, rows = 1, cols = 1, row = 0, col = 0, block;

    Grid(int processes, int block_size) : cols(processes), block(block_size) {
        Cblacs_get(-1, 0, &context);
        Cblacs_gridinit(&context, "Row", rows, cols);
        Cblacs_gridinfo(context, &rows, &cols, &row, &col);
    }
    Grid(const Grid&) = delete;
    Grid& operator=(const Grid&) = delete;
    ~Grid() { Cblacs_gridexit(context); }
};

/// Hermitian, positive definite unless `turned`: then its rows have factors that are complex.
Complex element(int i, int j, int n, bool turned) {
    const Complex x =
        i == j ? Complex(n) : Complex(std::cos(i + j), i < j ? std::sin(i * j) : -std::sin(i * j));
    return turned ? x * Complex(1, i % 3) : x;
}

Complex solution(int i) {
    return {1.0 + i % 5, i % 7 - 3.0};
}

/// This process's columns of a matrix; all its rows are in one process.
struct LocalMatrix {
    std::vector<Complex> elements;
    int desc[9] = {};

    template <class Element>
    LocalMatrix(const Grid& grid, int rows, int cols, const Element& element) {
        const int zero = 0;
        const int own = numroc_(&cols, &grid.block, &grid.col, &zero, &grid.cols);
        int info = 0;
        descinit_(desc, &rows, &cols, &grid.block, &grid.block, &zero, &zero, &grid.context, &rows, &info);
        for (int j = 0; j < own; ++j)
            for (int i = 0; i < rows; ++i)
                elements.push_back(
                    element(i, (j / grid.block * grid.cols + grid.col) * grid.block + j % grid.block));
    }
};

bool is_solved(const Grid& grid, int n, bool by_cholesky) {
    LocalMatrix A(grid, n, n, [&](int i, int j) { return element(i, j, n, !by_cholesky); });
    LocalMatrix B(grid, n, 1, [&](int i, int) {
        Complex sum = 0;
        for (int j = 0; j < n; ++j) sum += element(i, j, n, !by_cholesky) * solution(j);
        return sum;
    });
    std::vector<int> ipiv(static_cast<std::size_t>(n + grid.block));
    int info = -1;
    if (by_cholesky)
        pzposv_("L", &n, &kOne, A.elements.data(), &kOne, &kOne, A.desc, B.elements.data(), &kOne, &kOne,
                B.desc, &info);
    else
        pzgesv_(&n, &kOne, A.elements.data(), &kOne, &kOne, A.desc, ipiv.data(), B.elements.data(), &kOne,
                &kOne, B.desc, &info);
    double difference = 0;
    for (int i = 0; i < static_cast<int>(B.elements.size()); ++i) {
        const double d = std::abs(B.elements[static_cast<std::size_t>(i)] - solution(i));
        if (d > difference || std::isnan(d)) difference = d;  // NaN stays
    }
    int right = info == 0 && difference < 1e-10 ? 1 : 0;
    MPI_Allreduce(MPI_IN_PLACE, &right, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return right == 1;
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int processes = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    int status = 2;
    if (argc == 3) {
        const Grid grid(processes, std::atoi(argv[2]));
        const int n = std::atoi(argv[1]);
        const bool lu = is_solved(grid, n, false), cholesky = is_solved(grid, n, true);
        std::printf("LU: %s, Cholesky: %s\n", lu ? "right" : "wrong", cholesky ? "right" : "wrong");
        status = lu && cholesky ? 0 : 1;
    }
    MPI_Finalize();
    return status;
}
