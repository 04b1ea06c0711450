// The functions of hg.h that multiply sparse matrices with vectors.
#include <algorithm>
#include <limits>
#include <optional>
#include <span>

#include "blas/call/letters.hpp"
#include "interfaces/c/sparse/handles.hpp"
#include <hg/sparse/spmv.hpp>

namespace hg::interfaces {
namespace {

constexpr const char* kPlace = "hg_sparse_distribute";
constexpr const char* kMultiply = "hg_distributed_multiply";
constexpr const char* kSpmv = "hg_spmv";
constexpr int kOptions = 3;  // number of the argument of hg_sparse_distribute()

Op valid_op(const char* function, int number, char trans) {
    const Op op = op_of(trans);
    require_argument(is_valid(op), function, number, "trans", "must be 'N', 'T' or 'C'");
    return op;
}

SparseFormat format_of(const char* text) {
    if (text == nullptr) return SparseFormat::automatic;
    for (const SparseFormat format :
         {SparseFormat::automatic, SparseFormat::csr, SparseFormat::csr_merge, SparseFormat::sell,
          SparseFormat::ell, SparseFormat::coo, SparseFormat::hybrid})
        if (name(format) == text) return format;
    require_argument(false, kPlace, kOptions, "options",
                     std::string("asks for format '") + text +
                         "'; it must be automatic, csr, csr_merge, sell, ell, coo or hybrid");
    return {};
}

int small_number(const char* its_name, std::int64_t number) {
    if (number < 0 || number > std::numeric_limits<int>::max())
        require_argument(
            false, kPlace, kOptions, "options",
            std::string("have ") + its_name + " = " + std::to_string(number) + ", which is out of range");
    return static_cast<int>(number);
}

SpmvOptions options_of(const hg_spmv_options* given) {
    if (given == nullptr) return {};
    require_size(kPlace, kOptions, "options", given->size, sizeof *given);
    SpmvOptions options;
    options.format = format_of(given->format);
    options.lanes = small_number("lanes", given->lanes);
    options.slice = small_number("slice", given->slice);
    options.window = given->window;
    options.width = given->width;
    options.streamed = given->streamed != 0;
    return options;
}

/// Distributes a matrix. The matrix itself is valid, so a wrong argument means that options do not fit it, or
/// do not fit together.
template <Element T>
std::unique_ptr<hg_distributed> placed_on_devices(const SparseMatrix<T>& A, Op op,
                                                  const SpmvOptions& options) {
    try {
        return std::make_unique<hg_distributed>(hg_distributed{DistributedSparseMatrix<T>(A, op, options)});
    } catch (const Error& error) {
        if (error.code() == ErrorCode::invalid_argument)
            require_argument(false, kPlace, kOptions, "options", "do not fit: " + error.message());
        throw;
    }
}

}  // namespace
}  // namespace hg::interfaces

using namespace hg::interfaces;

int64_t hg_sparse_distribute(const hg_sparse* matrix, char trans, const hg_spmv_options* options,
                             hg_distributed** distributed) {
    return guarded_handle(kPlace, 4, "distributed", distributed, [&] {
        require_pointer(kPlace, 1, "matrix", matrix);
        const hg::Op op = valid_op(kPlace, 2, trans);
        const hg::SpmvOptions asked = options_of(options);
        return std::visit([&](const auto& A) { return placed_on_devices(A, op, asked); }, matrix->matrix);
    });
}

int64_t hg_distributed_multiply(hg_distributed* distributed, int64_t columns, hg_double_complex alpha,
                                const void* X, int64_t ldx, hg_double_complex beta, void* Y, int64_t ldy) {
    return guarded(0, [&] {
        require_pointer(kMultiply, 1, "distributed", distributed);
        return std::visit(
            [&]<class T>(hg::DistributedSparseMatrix<T>& A) {
                const T a = scalar_as<T>(kMultiply, 3, "alpha", alpha);
                const T b = scalar_as<T>(kMultiply, 6, "beta", beta);
                require_elements(kMultiply, 4, "X", X, a == T{0} ? 0 : std::min(columns, A.cols()));
                require_elements(kMultiply, 7, "Y", Y, std::min(columns, A.rows()));
                // In C, the handle precedes the arguments of the C++ function.
                return guarded(-1, [&] {
                    A.multiply(columns, a, static_cast<const T*>(X), ldx, b, static_cast<T*>(Y), ldy);
                });
            },
            distributed->matrix);
    });
}

const char* hg_distributed_format(const hg_distributed* distributed) {
    if (distributed == nullptr) return nullptr;
    return std::visit([](const auto& A) { return hg::name(A.format()).data(); }, distributed->matrix);
}

int hg_distributed_is_resident(const hg_distributed* distributed) {
    if (distributed == nullptr) return 0;
    return std::visit([](const auto& A) { return A.is_resident() ? 1 : 0; }, distributed->matrix);
}

void hg_distributed_free(hg_distributed* distributed) {
    const std::unique_ptr<hg_distributed> held(distributed);
}

int64_t hg_spmv(char trans, hg_double_complex alpha, const hg_sparse* matrix, const void* x,
                hg_double_complex beta, void* y) {
    return guarded(0, [&] {
        const hg::Op op = valid_op(kSpmv, 1, trans);
        require_pointer(kSpmv, 3, "matrix", matrix);
        std::visit(
            [&]<class T>(const hg::SparseMatrix<T>& A) {
                const T a = scalar_as<T>(kSpmv, 2, "alpha", alpha);
                const T b = scalar_as<T>(kSpmv, 5, "beta", beta);
                const bool turned = op != hg::Op::none;
                const std::int64_t of_x = turned ? A.rows() : A.cols(), of_y = turned ? A.cols() : A.rows();
                require_elements(kSpmv, 4, "x", x, a == T{0} ? 0 : of_x);
                require_elements(kSpmv, 6, "y", y, of_y);
                hg::spmv<T>(op, a, A, {static_cast<const T*>(x), static_cast<std::size_t>(of_x)}, b,
                            {static_cast<T*>(y), static_cast<std::size_t>(of_y)});
            },
            matrix->matrix);
    });
}
