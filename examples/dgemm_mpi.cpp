// Computes C := A B + beta C on a grid of MPI ranks by SUMMA (van de Geijn, Watts, Concurrency 9, 1997), with
// hg::dgemm for the local products. Each rank holds one block of A, B and C. For each panel of the inner
// dimension, the ranks broadcast their parts of A along the rows of the grid and their parts of B along its
// columns; then each rank adds their product to its block of C on the devices of its node. Ranks on one node
// share its devices (docs/guide/mpi-and-openmp.md).
//
//   mpirun -n 4 dgemm_mpi [N [PANEL]]
//
// N is the order of the matrices: for strong scaling on any number of ranks, for weak scaling on one rank,
// with as many elements per rank on more ranks. PANEL is the width of a panel. The program prints both
// scalings and checks every product: all elements are integers, so every sum is exact.
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <vector>

#include <hg/blas/gemm.hpp>
#include <hg/runtime/program/error.hpp>

namespace {

constexpr double kBeta = 2;

double a(std::int64_t i, std::int64_t p) {
    return static_cast<double>((i + 2 * p) % 7 - 3);
}
double b(std::int64_t p, std::int64_t j) {
    return static_cast<double>((3 * p + j) % 5 - 2);
}
double c0(std::int64_t i, std::int64_t j) {
    return static_cast<double>((i + j) % 9 - 4);
}

/// Distributes n rows or columns over `parts` ranks as evenly as possible: part q is [begin(q), begin(q +
/// 1)).
struct Partition {
    std::int64_t n;
    int parts;

    [[nodiscard]] std::int64_t begin(int q) const { return n * q / parts; }
    [[nodiscard]] std::int64_t size(int q) const { return begin(q + 1) - begin(q); }
    [[nodiscard]] int owner(std::int64_t index) const {
        int q = 0;
        while (begin(q + 1) <= index) ++q;
        return q;
    }
};

/// A block of a matrix, column-major without gaps.
struct Block {
    Block(std::int64_t rows_, std::int64_t cols_)
        : rows(rows_), cols(cols_), data(static_cast<std::size_t>(rows_ * cols_)) {}

    template <class Element>
    void fill(std::int64_t first_row, std::int64_t first_col, Element element) {
        for (std::int64_t j = 0; j < cols; ++j)
            for (std::int64_t i = 0; i < rows; ++i)
                data[static_cast<std::size_t>(i + j * rows)] = element(first_row + i, first_col + j);
    }
    [[nodiscard]] std::int64_t ld() const { return std::max<std::int64_t>(1, rows); }

    std::int64_t rows, cols;
    std::vector<double> data;
};

/// Ranks in rows and columns, with a communicator for each row and each column.
class Grid {
  public:
    explicit Grid(MPI_Comm all) {
        int ranks = 1;
        MPI_Comm_size(all, &ranks);
        std::array<int, 2> shape{}, periods{}, place{};
        MPI_Dims_create(ranks, 2, shape.data());
        MPI_Cart_create(all, 2, shape.data(), periods.data(), 0, &grid_);
        MPI_Cart_get(grid_, 2, shape.data(), periods.data(), place.data());
        const std::array<int, 2> along_row{0, 1}, along_column{1, 0};
        MPI_Cart_sub(grid_, along_row.data(), &row_comm);
        MPI_Cart_sub(grid_, along_column.data(), &column_comm);
        rows = shape[0];
        cols = shape[1];
        row = place[0];
        col = place[1];
    }
    ~Grid() {
        MPI_Comm_free(&row_comm);
        MPI_Comm_free(&column_comm);
        MPI_Comm_free(&grid_);
    }
    Grid(const Grid&) = delete;
    Grid& operator=(const Grid&) = delete;

    int rows = 1, cols = 1;  ///< size of the grid
    int row = 0, col = 0;    ///< this rank's position
    MPI_Comm row_comm{}, column_comm{};

  private:
    MPI_Comm grid_{};
};

/// This rank's blocks of one product of order n.
class Summa {
  public:
    Summa(const Grid& grid, std::int64_t n, std::int64_t panel)
        : grid_(grid),
          rows_{n, grid.rows},
          cols_{n, grid.cols},
          // MPI_Bcast takes the number of elements as an int.
          panel_(std::min(panel, std::numeric_limits<int>::max() / (n / grid.rows + n / grid.cols + 2))),
          A_(rows_.size(grid.row), cols_.size(grid.col)),
          B_(rows_.size(grid.row), cols_.size(grid.col)),
          C_(rows_.size(grid.row), cols_.size(grid.col)) {
        A_.fill(rows_.begin(grid.row), cols_.begin(grid.col), a);
        B_.fill(rows_.begin(grid.row), cols_.begin(grid.col), b);
    }

    /// C := A B + beta C0
    void run() {
        C_.fill(rows_.begin(grid_.row), cols_.begin(grid_.col), c0);
        double beta = kBeta;
        for (std::int64_t p = 0; p < rows_.n; beta = 1) {
            // All columns of A in a panel have one owner, and so have all rows of B.
            const int a_owner = cols_.owner(p);
            const int b_owner = rows_.owner(p);
            const std::int64_t end =
                std::min({p + panel_, cols_.begin(a_owner + 1), rows_.begin(b_owner + 1)});
            const Block a_panel = panel_of_a(p, end, a_owner);
            const Block b_panel = panel_of_b(p, end, b_owner);
            hg::dgemm(hg::Layout::col_major, hg::Op::none, hg::Op::none, C_.rows, C_.cols, end - p, 1.0,
                      a_panel.data.data(), a_panel.ld(), b_panel.data.data(), b_panel.ld(), beta,
                      C_.data.data(), C_.ld());
            p = end;
        }
    }

    /// The number of rows of C whose product with a vector of +1 and -1 differs from the expected one.
    [[nodiscard]] std::int64_t count_wrong() const {
        const std::int64_t n = rows_.n;
        const auto sign = [](std::int64_t j) { return j * 7 % 11 < 5 ? 1.0 : -1.0; };
        std::vector<double> b_signs(static_cast<std::size_t>(n));
        for (std::int64_t p = 0; p < n; ++p)
            for (std::int64_t j = 0; j < n; ++j) b_signs[static_cast<std::size_t>(p)] += b(p, j) * sign(j);
        std::vector<double> mine(static_cast<std::size_t>(C_.rows)), sums(mine.size());
        for (std::int64_t j = 0; j < C_.cols; ++j)
            for (std::int64_t i = 0; i < C_.rows; ++i)
                mine[static_cast<std::size_t>(i)] +=
                    C_.data[static_cast<std::size_t>(i + j * C_.rows)] * sign(cols_.begin(grid_.col) + j);
        MPI_Allreduce(mine.data(), sums.data(), static_cast<int>(mine.size()), MPI_DOUBLE, MPI_SUM,
                      grid_.row_comm);
        std::int64_t wrong = 0;
        for (std::int64_t i = 0; i < C_.rows; ++i) {
            const std::int64_t row = rows_.begin(grid_.row) + i;
            double expected = 0;
            for (std::int64_t p = 0; p < n; ++p)
                expected += a(row, p) * b_signs[static_cast<std::size_t>(p)] + kBeta * c0(row, p) * sign(p);
            if (sums[static_cast<std::size_t>(i)] != expected) ++wrong;
        }
        return wrong;
    }

  private:
    /// Columns [p, end) of this rank's rows of A, from their owner in this row of the grid.
    [[nodiscard]] Block panel_of_a(std::int64_t p, std::int64_t end, int owner) const {
        Block panel(A_.rows, end - p);
        if (grid_.col == owner) {
            const auto first = A_.data.begin() + A_.rows * (p - cols_.begin(owner));
            std::copy(first, first + A_.rows * (end - p), panel.data.begin());
        }
        MPI_Bcast(panel.data.data(), static_cast<int>(panel.data.size()), MPI_DOUBLE, owner, grid_.row_comm);
        return panel;
    }
    /// Rows [p, end) of this rank's columns of B, from their owner in this column of the grid.
    [[nodiscard]] Block panel_of_b(std::int64_t p, std::int64_t end, int owner) const {
        Block panel(end - p, B_.cols);
        if (grid_.row == owner)
            for (std::int64_t j = 0; j < B_.cols; ++j) {
                const auto first = B_.data.begin() + p - rows_.begin(owner) + j * B_.rows;
                std::copy(first, first + (end - p), panel.data.begin() + j * panel.rows);
            }
        MPI_Bcast(panel.data.data(), static_cast<int>(panel.data.size()), MPI_DOUBLE, owner,
                  grid_.column_comm);
        return panel;
    }

    const Grid& grid_;
    Partition rows_, cols_;
    std::int64_t panel_;
    Block A_, B_, C_;
};

struct Result {
    double seconds = 0;
    std::int64_t wrong = 0;
};

/// Computes one product twice on all ranks of a communicator, and returns the slowest rank's time of the
/// second run.
Result multiply(MPI_Comm ranks, std::int64_t n, std::int64_t panel) {
    const Grid grid(ranks);
    Summa summa(grid, n, panel);
    Result mine;
    for (int run = 0; run < 2; ++run) {
        MPI_Barrier(ranks);
        const double begin = MPI_Wtime();
        summa.run();
        mine.seconds = MPI_Wtime() - begin;
    }
    mine.wrong = summa.count_wrong();
    Result all;
    MPI_Allreduce(&mine.seconds, &all.seconds, 1, MPI_DOUBLE, MPI_MAX, ranks);
    MPI_Allreduce(&mine.wrong, &all.wrong, 1, MPI_INT64_T, MPI_SUM, ranks);
    return all;
}

/// Computes products on the first 1, 2, 4, ... ranks and on all ranks. Returns the number of wrong products.
/// If `grow`, n grows with the ranks so that the number of elements per rank is constant.
std::int64_t scaling(const char* title, std::int64_t n, std::int64_t panel, bool grow) {
    int rank = 0, ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (rank == 0) std::printf("%s\n  ranks      n    seconds     GFLOP/s  efficiency\n", title);
    double alone = 0;
    std::int64_t wrong = 0;
    for (int count = 1;; count = std::min(2 * count, ranks)) {
        MPI_Comm some{};
        MPI_Comm_split(MPI_COMM_WORLD, rank < count ? 0 : MPI_UNDEFINED, rank, &some);
        const std::int64_t order = grow ? std::llround(static_cast<double>(n) * std::sqrt(count)) : n;
        if (some != MPI_COMM_NULL) {
            const Result result = multiply(some, order, panel);
            const double rate = 2e-9 * std::pow(static_cast<double>(order), 3) / result.seconds;
            if (count == 1) alone = rate;
            wrong += result.wrong;
            if (rank == 0)
                std::printf("  %5d %6lld %10.4f %11.2f %11.2f%s\n", count, static_cast<long long>(order),
                            result.seconds, rate, rate / count / alone, result.wrong == 0 ? "" : "  WRONG");
            MPI_Comm_free(&some);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        if (count == ranks) return wrong;
    }
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const std::int64_t n = argc > 1 ? std::atoll(argv[1]) : 500;
    const std::int64_t panel = argc > 2 ? std::atoll(argv[2]) : 2048;
    if (n < 1 || panel < 1) {
        if (rank == 0) std::fprintf(stderr, "usage: dgemm_mpi [N [PANEL]], both at least 1\n");
        MPI_Finalize();
        return 2;
    }
    std::int64_t wrong = 0;
    try {
        wrong += scaling("Strong scaling", n, panel, false);
        wrong += scaling("Weak scaling", n, panel, true);
    } catch (const hg::Error& error) {
        std::fprintf(stderr, "rank %d: %s\n", rank, error.what());
        MPI_Abort(MPI_COMM_WORLD, 1);  // the other ranks are waiting for this rank's panels
    }
    if (rank == 0) std::printf("All products are %s\n", wrong == 0 ? "right" : "WRONG");
    MPI_Finalize();
    return wrong == 0 ? 0 : 1;
}
