// The functions of hg.h that copy and check matrices in host memory.
#include <algorithm>
#include <optional>
#include <string>

#include "host_blas/copy_matrix.hpp"
#include "host_blas/element_arithmetic.hpp"
#include "interfaces/c/guard.hpp"
#include <hg/hg.h>

namespace hg::interfaces {
namespace {

/// Calls action.operator()<T>() for the elements that `type` names: argument 1.
template <class Action>
void with_floating_type(const char* function, const char* type, const Action& action) {
    require_argument(type != nullptr, function, 1, "type", "must not be null");
    const std::optional<ElementType> element = element_type(type);
    require_argument(element && *element != ElementType::i32, function, 1, "type", "is f64, f32, c64 or c32");
    for_floating_type(*element, action);
}

void require_matrix(const char* function, int number, const char* name, const void* matrix, std::int64_t rows,
                    std::int64_t cols, std::int64_t ld) {
    require_argument(matrix != nullptr || rows == 0 || cols == 0, function, number, name, "must not be null");
    require_argument(ld >= std::max<std::int64_t>(1, rows), function, number + 1,
                     std::string("ld") + static_cast<char>(name[0] | 0x20),
                     "must not be less than the rows, " + std::to_string(rows));
}

std::optional<TilePart> part_of(char uplo) {
    switch (uplo | 0x20) {
        case 'a':
            return TilePart::whole;
        case 'l':
            return TilePart::lower;
        case 'u':
            return TilePart::upper;
        default:
            return {};
    }
}

std::optional<CpuOperation> operation_of(char trans) {
    switch (trans | 0x20) {
        case 'n':
            return CpuOperation::none;
        case 't':
            return CpuOperation::trans;
        case 'c':
            return CpuOperation::conj_trans;
        default:
            return {};
    }
}

void require_sizes(const char* function, int number, std::int64_t m, std::int64_t n) {
    require_argument(m >= 0, function, number, "m", "must not be negative");
    require_argument(n >= 0, function, number + 1, "n", "must not be negative");
}

}  // namespace
}  // namespace hg::interfaces

using namespace hg::interfaces;

int64_t hg_copy_matrix(const char* type, char uplo, char trans, int64_t m, int64_t n, const void* A,
                       int64_t lda, void* B, int64_t ldb) {
    constexpr const char* kFunction = "hg_copy_matrix";
    return guarded(0, [&] {
        with_floating_type(kFunction, type, [&]<class T>() {
            const auto part = part_of(uplo);
            hg::require_argument(part.has_value(), kFunction, 2, "uplo", "is 'A', 'L' or 'U'");
            const auto op = operation_of(trans);
            hg::require_argument(op.has_value(), kFunction, 3, "trans", "is 'N', 'T' or 'C'");
            require_sizes(kFunction, 4, m, n);
            const bool is_transposed = op != hg::CpuOperation::none;
            require_matrix(kFunction, 6, "A", A, is_transposed ? n : m, is_transposed ? m : n, lda);
            require_matrix(kFunction, 8, "B", B, m, n, ldb);
            hg::copy_matrix(*part, *op, m, n, static_cast<const T*>(A), lda, static_cast<T*>(B), ldb);
        });
    });
}

int64_t hg_all_finite(const char* type, int64_t m, int64_t n, const void* A, int64_t lda, int* finite) {
    constexpr const char* kFunction = "hg_all_finite";
    return guarded_result(6, "finite", finite, [&] {
        int all = 0;
        with_floating_type(kFunction, type, [&]<class T>() {
            require_sizes(kFunction, 2, m, n);
            require_matrix(kFunction, 4, "A", A, m, n, lda);
            all = hg::all_finite(m, n, static_cast<const T*>(A), lda) ? 1 : 0;
        });
        return all;
    });
}
