#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <type_traits>

#include "interfaces/dropin/entry_points/call.hpp"
#include "interfaces/dropin/entry_points/numbers.hpp"

namespace hg::dropin {

// What a caller finds if a call failed after it had written its outputs: nothing that looks like a result.

/// Makes all elements that count of a column-major matrix NaN.
template <class T>
void invalidate_matrix(const Shape& shape, T* data, std::int64_t ld) noexcept {
    for_each_column(shape, data, ld,
                    [](T* first, std::int64_t count) { std::fill_n(first, count, no_number<T>()); });
}

/// Does so with what is written of the vectors and numbers that a call lists; there is no place of an
/// element.
class VectorInvalidator : public ArgumentList<VectorInvalidator> {
  public:
    using ArgumentList::vector;
    template <class T>
    void vector(std::string_view /*name*/, T* data, const Strided& elements, bool used = true) noexcept {
        if constexpr (!std::is_const_v<T>)
            if (used) invalidate_matrix({1, elements.count}, data, elements.distance());
    }
    template <class T>
    void result(std::string_view /*name*/, T* number) noexcept {
        if constexpr (std::is_integral_v<T>)
            *number = -1;
        else
            *number = no_number<T>();
    }
};

/// The rows of no interchanges: those are there, for callers who do not look at info.
inline void invalidate_pivots(const Pivots& ipiv, std::int64_t count) noexcept {
    if (ipiv.wide)
        std::iota(static_cast<std::int64_t*>(ipiv.data), static_cast<std::int64_t*>(ipiv.data) + count, 1);
    else
        std::iota(static_cast<std::int32_t*>(ipiv.data), static_cast<std::int32_t*>(ipiv.data) + count, 1);
}

/// info of a call whose outputs were partially_written.
inline constexpr std::int64_t kPartiallyWritten = 1;

/// Factors are those of a singular matrix, to LAPACK's callers: U(1, 1) = 0.
template <class Call>
void invalidate(const Call& call) noexcept {
    for_each_matrix(call, [&](const auto& matrix) {
        constexpr Access access = std::remove_cvref_t<decltype(matrix)>::kAccess;
        if constexpr (access != Access::in) invalidate_matrix(matrix.shape, matrix.data, matrix.ld);
        if constexpr (access == Access::factors) {
            if (matrix.shape.rows > 0 && matrix.shape.cols > 0) matrix.data[0] = 0;
            if constexpr (requires { call.arguments.ipiv; })
                invalidate_pivots(call.arguments.ipiv, call.arguments.pivot_count());
        }
    });
    if constexpr (requires { call.arguments.tau[0] = 0; })
        std::fill_n(call.arguments.tau, call.arguments.tau_count(),
                    no_number<std::remove_pointer_t<decltype(call.arguments.tau)>>());
    VectorInvalidator invalidator;
    list_arguments(call.arguments, invalidator);
    if constexpr (requires { call.arguments.info; }) *call.arguments.info = kPartiallyWritten;
}

/// info of a call that has touched nothing, since memory is lacking: LAPACKE's LAPACK_WORK_MEMORY_ERROR.
inline constexpr std::int64_t kNoMemoryForWork = -1010;

/// Tells the caller that a valid call was not done, since memory is lacking, and has touched nothing: by
/// info or, if the routine has none, by the result.
template <class Call>
void refuse(const Call& call) noexcept {
    if constexpr (requires { call.arguments.info; })
        *call.arguments.info = kNoMemoryForWork;
    else
        invalidate(call);
}

}  // namespace hg::dropin
