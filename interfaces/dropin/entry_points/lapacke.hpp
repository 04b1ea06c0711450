#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "blas/call/letters.hpp"
#include "interfaces/dropin/entry_points/call.hpp"
#include "interfaces/dropin/entry_points/numbers.hpp"
#include "interfaces/dropin/entry_points/on_cpu.hpp"
#include "interfaces/dropin/entry_points/serve.hpp"
#include "interfaces/dropin/next_symbol.hpp"

namespace hg::dropin {

/// Returns whether LAPACKE's routines, except for those called _work, must refuse matrices with NaN: the
/// setting of LAPACKE itself if there is one, else true.
bool refuses_nan() noexcept;

template <class T>
bool has_nan(int layout, Shape shape, const T* a, std::int64_t ld) noexcept {
    if (layout == kRowMajor) shape = transposed(shape);
    bool found = false;
    for_each_column(shape, a, ld, [&](const T* column, std::int64_t count) {
        found = found || std::any_of(column, column + count, is_nan<T>);
    });
    return found;
}

// In LAPACKE, the number of an argument is one more than in LAPACK, because the layout comes first.

/// Returns the number of the first matrix that contains NaN, or else of tau; 0 if none contains NaN.
template <class Call>
int nan_argument(int layout, const Call& call) noexcept {
    int found = 0;
    for_each_matrix(call, [&](const auto& matrix) {
        if constexpr (std::remove_cvref_t<decltype(matrix)>::kAccess != Access::out)
            if (found == 0 && has_nan(layout, matrix.shape, matrix.data, matrix.ld))
                found = matrix.number + 1;
    });
    if constexpr (requires { Call::kTau; }) {
        const std::int64_t count = call.arguments.tau_count();
        if (found == 0 && has_nan(kColMajor, {count, 1}, call.arguments.tau, count)) found = Call::kTau + 1;
    }
    return found;
}

/// Returns the number of the first leading dimension that is too small; 0 if none is.
template <class Call>
int wrong_leading_dimension(int layout, const Call& call) noexcept {
    int found = 0;
    for_each_matrix(call, [&](const auto& matrix) {
        const std::int64_t least = layout == kRowMajor ? matrix.shape.cols : matrix.shape.rows;
        if (found == 0 && matrix.ld < at_least_1(least)) found = matrix.number + 2;
    });
    return found;
}

/// A call of LAPACKE. If LAPACKE must refuse it because of NaN, the CPU's LAPACKE does so.
template <class Call, class Nan>
struct LapackeCall : Call {
    LapackeCall(const Call& call, const Nan& nan) : Call(call), nan_argument(nan) {}

    [[nodiscard]] Outcome run(const Engine& engine, Place place) const noexcept {
        return nan_argument() != 0 ? Outcome::untouched : Call::run(engine, place);
    }

    const Nan& nan_argument;  ///< returns the number of an argument to refuse because of NaN, else 0
};

/// Makes a row-major matrix of a call column-major as long as the object exists.
template <class Matrix>
class ColumnMajor {
    using T = std::remove_const_t<std::remove_pointer_t<std::remove_cvref_t<decltype(Matrix::data)>>>;

  public:
    /// Copies the matrix in column-major order, and lets the call's data and leading dimension refer to the
    /// copy.
    explicit ColumnMajor(const Matrix& matrix)
        : rows_(matrix.shape.rows),
          cols_(matrix.shape.cols),
          data_(matrix.data),
          ld_(matrix.ld),
          copy_(static_cast<std::size_t>(at_least_1(rows_ * cols_))) {
        for (std::int64_t i = 0; i < rows_; ++i)
            for (std::int64_t j = 0; j < cols_; ++j) at(i, j) = data_[i * ld_ + j];
        matrix.data = copy_.data();
        matrix.ld = at_least_1(rows_);
    }
    /// Copies the elements back if the call writes the matrix.
    void write_back() {
        if constexpr (Matrix::kAccess != Access::in)
            for (std::int64_t i = 0; i < rows_; ++i)
                for (std::int64_t j = 0; j < cols_; ++j) data_[i * ld_ + j] = at(i, j);
    }

  private:
    [[nodiscard]] T& at(std::int64_t i, std::int64_t j) {
        return copy_[static_cast<std::size_t>(i + j * rows_)];
    }

    std::int64_t rows_, cols_;
    std::remove_cvref_t<decltype(Matrix::data)> data_;  ///< the caller's matrix
    std::int64_t ld_;
    std::vector<T> copy_;
};

/// Returns LAPACKE's info for an info of LAPACK: the layout is one more argument.
constexpr std::int64_t lapacke_info(std::int64_t info) noexcept {
    return info < 0 && info > kNoMemoryForWork ? info - 1 : info;
}

inline constexpr std::int64_t kWrongLayout = -1;
inline constexpr std::int64_t kNoMemoryToTranspose = -1011;

/// LAPACKE's routine, if no other library has it.
template <class Call, class Nan>
std::int64_t lapacke_without_next(int layout, Call call, const Nan& nan) noexcept {
    if (layout != kColMajor && layout != kRowMajor) return kWrongLayout;
    const bool sizes = has_valid_sizes(call);
    if (sizes) {
        if (const int wrong = wrong_leading_dimension(layout, call); wrong != 0) return -wrong;
        if (const int refused = nan(); refused != 0) return -refused;
    }
    if (asks_for_work(call))
        for_each_matrix(call, [](const auto& matrix) { matrix.ld = at_least_1(matrix.shape.rows); });
    if (layout == kColMajor || !sizes || asks_for_work(call)) {
        without_next(call);
        return lapacke_info(*call.arguments.info);
    }
    try {
        auto copies = std::apply([](const auto&... matrix) { return std::tuple(ColumnMajor(matrix)...); },
                                 call.matrices_of(call.arguments));
        without_next(call);
        std::apply([](auto&... copy) { (copy.write_back(), ...); }, copies);
        return lapacke_info(*call.arguments.info);
    } catch (const std::bad_alloc&) {
        return kNoMemoryToTranspose;
    }
}

/// Runs a call of LAPACKE with the arguments `layout` and `arguments` on devices or on the CPU. Returns info.
template <class Int, class Next, class Call, class... Arguments>
Slot serve_lapacke(NextSymbol<Next>& symbol, bool looks_for_nan, const Call& call, int layout,
                   Arguments... arguments) noexcept {
    std::int64_t& info = *call.arguments.info;
    const auto nan = [&]() noexcept {
        return looks_for_nan && refuses_nan() ? nan_argument(layout, call) : 0;
    };
    const auto by_cpu = [&] {
        const Passed passed = on_cpu(symbol, call, [&](Next* next) { info = next(layout, arguments...); });
        if (passed == Passed::nowhere) info = lapacke_without_next(layout, call, nan);
        if (passed == Passed::came_back && asks_for_work(call))
            info = lapacke_without_next(layout, call, nan);
        if (passed != Passed::came_back || asks_for_work(call)) return;
        if (layout == kColMajor) invalidate(call);
        info = kPartiallyWritten;
    };
    // Row-major calls go to the CPU's LAPACKE, which transposes the matrices and calls LAPACK.
    if (layout == kColMajor)
        serve<Int>(LapackeCall(call, nan), by_cpu);
    else
        by_cpu();
    return info;
}

}  // namespace hg::dropin
