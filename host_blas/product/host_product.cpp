#include "host_blas/product/host_product.hpp"

#include <algorithm>
#include <complex>

#include "host_blas/element_arithmetic.hpp"
#include "host_blas/product/host_matrix.hpp"
#include "host_blas/product/product_tile.hpp"
#include "runtime/threads/parallel_for.hpp"

namespace hg {
namespace {

// A product of complex matrices is computed as a product of real matrices with the same C in memory, twice as
// many rows and twice the inner dimension: each element a of A is the block
//
//     Re(a) -Im(a)
//     Im(a)  Re(a)
//
// and each element b of B the column Re(b), Im(b).

/// Columns of C that are computed with a block of A. This affects the division among threads, but not the
/// result.
constexpr std::int64_t kJobColumns = 64 * kTileColumns;
constexpr double kWorthAThread = 4e6;  ///< operations

template <class T>
constexpr std::int64_t kParts = is_complex(element_type_of<T>()) ? 2 : 1;

/// The rows and columns of A that are packed together.
template <class T>
constexpr std::int64_t kPackedRows = 96 / kParts<T>;
template <class T>
constexpr std::int64_t kPackedDepth = 256 / kParts<T>;

/// The elements of a tile of C.
template <class T>
constexpr std::int64_t kElementRows = kTileRows<PartOf<T>> / kParts<T>;

template <class T>
struct Product {
    std::int64_t m, n, k;
    T alpha;
    HostFactor<T> a, b;
    T beta;
    HostMatrix<T> c;
};

template <class T>
struct Packed {
    alignas(64) PartOf<T> a[kPackedRows<T> * kPackedDepth<T> * kParts<T> * kParts<T>];
    PartOf<T> b[kPackedDepth<T> * kTileColumns * kParts<T>];
    alignas(64) PartOf<T> c[kTileRows<PartOf<T>> * kTileColumns];
};

/// Up to kElementRows rows of A, and zeros for the rest.
template <class T>
void pack_rows(const HostFactor<T>& a, std::int64_t rows, std::int64_t depth, PartOf<T>* to) {
    for (std::int64_t p = 0; p < depth; ++p, to += kTileRows<PartOf<T>> * kParts<T>)
        for (std::int64_t i = 0; i < kElementRows<T>; ++i) {
            const T element = i < rows ? a(i, p) : T{0};
            if constexpr (kParts<T> == 1) {
                to[i] = element;
            } else {
                to[2 * i] = to[2 * i + 1 + kTileRows<PartOf<T>>] = element.real();
                to[2 * i + 1] = element.imag();
                to[2 * i + kTileRows<PartOf<T>>] = -element.imag();
            }
        }
}

/// Up to kTileColumns columns of B, and zeros for the rest.
template <class T>
void pack_columns(const HostFactor<T>& b, std::int64_t cols, std::int64_t depth, PartOf<T>* to) {
    for (std::int64_t p = 0; p < depth; ++p, to += kTileColumns * kParts<T>)
        for (std::int64_t j = 0; j < kTileColumns; ++j) {
            const T element = j < cols ? b(p, j) : T{0};
            to[j] = std::real(element);
            if constexpr (kParts<T> == 2) to[j + kTileColumns] = element.imag();
        }
}

/// x y from the parts, because std::complex corrects products that are NaN and std::fma may be a function
/// call.
template <class T>
T product_of(T x, T y) {
    if constexpr (kParts<T> == 1)
        return x * y;
    else
        return {x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real()};
}

/// c := alpha sums + beta c
template <class T>
void add_sums(const T* sums, std::int64_t rows, std::int64_t cols, T alpha, T beta, const HostMatrix<T>& c) {
    for (std::int64_t j = 0; j < cols; ++j, sums += kElementRows<T>)
        for (std::int64_t i = 0; i < rows; ++i) {
            const T sum = product_of(alpha, sums[i]);
            c(i, j) = beta == T{0} ? sum : scaled_sum(beta, c(i, j), sum);
        }
}

/// The rows and columns of C from (row, col) on, and the steps [step, step + depth) of k.
template <class T>
void add_steps(const Product<T>& product, std::int64_t row, std::int64_t col, std::int64_t step,
               std::int64_t depth, Packed<T>& packed) {
    using Real = PartOf<T>;
    constexpr std::int64_t kTile = kElementRows<T>;
    const std::int64_t rows = std::min(kPackedRows<T>, product.m - row);
    const std::int64_t cols = std::min(kJobColumns, product.n - col);
    const std::int64_t panel = kTileRows<Real> * depth * kParts<T>;
    const T beta = step == 0 ? product.beta : T{1};
    for (std::int64_t i = 0; i < rows; i += kTile)
        pack_rows(product.a.from(row + i, step), rows - i, depth, packed.a + i / kTile * panel);
    for (std::int64_t j = 0; j < cols; j += kTileColumns) {
        const std::int64_t width = std::min(kTileColumns, cols - j);
        pack_columns(product.b.from(step, col + j), width, depth, packed.b);
        for (std::int64_t i = 0; i < rows; i += kTile) {
            multiply_tile(depth * kParts<T>, packed.a + i / kTile * panel, packed.b, packed.c);
            add_sums(reinterpret_cast<const T*>(packed.c), std::min(kTile, rows - i), width, product.alpha,
                     beta, product.c.from(row + i, col + j));
        }
    }
}

template <class T>
void multiply_in_jobs(const Product<T>& product) noexcept {
    const std::int64_t down = (product.m + kPackedRows<T> - 1) / kPackedRows<T>;
    const std::int64_t across = (product.n + kJobColumns - 1) / kJobColumns;
    const auto of_job = static_cast<double>(kPackedRows<T> * std::min(kJobColumns, product.n) * product.k);
    const auto do_jobs = [&](std::int64_t first, std::int64_t last) {
        Packed<T> packed;
        for (; first < last; ++first)
            for (std::int64_t step = 0; step < product.k; step += kPackedDepth<T>)
                add_steps(product, first % down * kPackedRows<T>, first / down * kJobColumns, step,
                          std::min(kPackedDepth<T>, product.k - step), packed);
    };
    const double operations = 2 * real_operations(element_type_of<T>()) * of_job;
    parallel_for(down * across, do_jobs,
                 {.least = 1 + static_cast<std::int64_t>(kWorthAThread / operations)});
}

}  // namespace

template <class T>
void host_gemm(CpuOperation op_a, CpuOperation op_b, std::int64_t m, std::int64_t n, std::int64_t k, T alpha,
               const T* a, std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c,
               std::int64_t ldc) noexcept {
    const auto factor = [](const T* x, std::int64_t ld, CpuOperation op) {
        return HostFactor<T>(x, ld, op != CpuOperation::none, op == CpuOperation::conj_trans);
    };
    if (m == 0 || n == 0) return;
    if (k == 0 || alpha == T{0}) return scale_matrix(m, n, beta, HostMatrix<T>(c, ldc));
    multiply_in_jobs(Product<T>{m, n, k, alpha, factor(a, lda, op_a), factor(b, ldb, op_b), beta, {c, ldc}});
}

#define HG_INSTANTIATE(T)                                                                            \
    template void host_gemm(CpuOperation, CpuOperation, std::int64_t, std::int64_t, std::int64_t, T, \
                            const T*, std::int64_t, const T*, std::int64_t, T, T*, std::int64_t) noexcept;
HG_INSTANTIATE(double)
HG_INSTANTIATE(float)
HG_INSTANTIATE(std::complex<double>)
HG_INSTANTIATE(std::complex<float>)
#undef HG_INSTANTIATE

}  // namespace hg
