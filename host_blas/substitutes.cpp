#include "host_blas/substitutes.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "host_blas/element_arithmetic.hpp"
#include "host_blas/product/host_matrix.hpp"

namespace hg {
namespace {

/// A letter of BLAS in upper case.
char upper_case(const char* letter) noexcept {
    return static_cast<char>(std::toupper(static_cast<unsigned char>(*letter)));
}

/// The number of an argument, and whether it is valid.
struct NumberedArgument {
    int number;
    bool right;
};

/// Returns true if an argument is wrong, and reports the first one to the process's xerbla_.
template <class T, std::size_t count>
bool any_is_wrong(std::string_view name, const std::array<NumberedArgument, count>& arguments) {
    const auto* wrong = std::find_if(arguments.begin(), arguments.end(),
                                     [](const NumberedArgument& argument) { return !argument.right; });
    if (wrong == arguments.end()) return false;
    using Xerbla = void(const char*, const int*, std::size_t);
    const char letter = traits_of(element_type_of<T>()).letter;
    const std::string routine = upper_case(&letter) + std::string(name);
    if (void* xerbla = dlsym(RTLD_DEFAULT, "xerbla_"))
        reinterpret_cast<Xerbla*>(xerbla)(routine.c_str(), &wrong->number, routine.size());
    return true;
}

/// Returns the beginning of a part of a factor. The factor may be null if there is nothing to multiply.
template <class T>
const T* part(const HostMatrix<const T>& factor, std::int64_t steps, std::int64_t row,
              std::int64_t col) noexcept {
    return steps == 0 ? factor.data : factor.from(row, col).data;
}

/// Computes by block columns: each diagonal block is computed as a whole, and its triangle is added.
template <class T>
void gemmt(const char* uplo, const char* transa, const char* transb, const int* n, const int* k,
           const T* alpha, const T* a, const int* lda, const T* b, const int* ldb, const T* beta, T* c,
           const int* ldc, std::size_t /*length*/, std::size_t /*length*/, std::size_t /*length*/) {
    constexpr std::string_view kOperations = "NTC";
    const auto op_a = CpuOperation(upper_case(transa)), op_b = CpuOperation(upper_case(transb));
    const bool trans_a = op_a != CpuOperation::none, trans_b = op_b != CpuOperation::none;
    const bool lower = upper_case(uplo) == 'L';
    if (any_is_wrong<T>("GEMMTR", std::array<NumberedArgument, 8>{
                                      {{1, lower || upper_case(uplo) == 'U'},
                                       {2, kOperations.find(upper_case(transa)) != std::string_view::npos},
                                       {3, kOperations.find(upper_case(transb)) != std::string_view::npos},
                                       {4, *n >= 0},
                                       {5, *k >= 0},
                                       {8, *lda >= std::max(1, trans_a ? *k : *n)},
                                       {10, *ldb >= std::max(1, trans_b ? *n : *k)},
                                       {13, *ldc >= std::max(1, *n)}}}))
        return;
    constexpr std::int64_t kColumns = 32;
    std::array<T, kColumns * kColumns> elements;
    const HostMatrix<T> C(c, *ldc), diagonal(elements.data(), kColumns);
    const HostMatrix<const T> A(a, *lda, trans_a), B(b, *ldb, trans_b);
    const std::int64_t steps = *alpha == T{0} ? 0 : *k;
    for (std::int64_t j = 0; j < *n; j += kColumns) {
        const std::int64_t cols = std::min(kColumns, *n - j);
        const std::int64_t first = lower ? j + cols : 0, count = lower ? *n - first : j;
        const T* of_b = part(B, steps, 0, j);
        cpu_gemm<T>(op_a, op_b, count, cols, steps, *alpha, part(A, steps, first, 0), *lda, of_b, *ldb, *beta,
                    C.from(first, j).data, *ldc);
        cpu_gemm<T>(op_a, op_b, cols, cols, steps, *alpha, part(A, steps, j, 0), *lda, of_b, *ldb, T{0},
                    diagonal.data, kColumns);
        for (std::int64_t q = 0; q < cols; ++q)
            for (std::int64_t i = lower ? q : 0; i < (lower ? cols : q + 1); ++i) {
                T& element = C(j + i, j + q);
                element = *beta == T{0} ? diagonal(i, q) : scaled_sum(*beta, element, diagonal(i, q));
            }
    }
}

template <class T>
PartOf<T> asum(const int* n, const T* x, const int* incx) {
    PartOf<T> sum = 0;
    for (std::int64_t i = 0; *incx > 0 && i < *n; ++i) sum += magnitude(x[i * *incx]);
    return sum;
}

/// dotu and dotc. The first element of a vector is the last one in memory if its increment is negative.
template <class T, bool conjugates>
T dot(const int* n, const T* x, const int* incx, const T* y, const int* incy) {
    const std::int64_t last = std::max(0, *n - 1);
    if (*incx < 0) x -= last * *incx;
    if (*incy < 0) y -= last * *incy;
    T sum = 0;
    for (std::int64_t i = 0; i < *n; ++i) sum += conjugated_if(conjugates, x[i * *incx]) * y[i * *incy];
    return sum;
}

}  // namespace

template <class T>
CpuRoutines<T> substitutes() noexcept {
    CpuRoutines<T> routines;
    routines.gemmt = gemmt<T>;
    if constexpr (is_complex(element_type_of<T>())) {
        routines.asum = asum<T>;
        routines.dotu = dot<T, false>;
        routines.dotc = dot<T, true>;
    }
    return routines;
}

template CpuRoutines<double> substitutes() noexcept;
template CpuRoutines<float> substitutes() noexcept;
template CpuRoutines<std::complex<double>> substitutes() noexcept;
template CpuRoutines<std::complex<float>> substitutes() noexcept;

}  // namespace hg
