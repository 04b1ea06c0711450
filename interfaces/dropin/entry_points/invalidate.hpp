#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <type_traits>

#include "interfaces/dropin/entry_points/call.hpp"
#include "interfaces/dropin/entry_points/numbers.hpp"

namespace hg::dropin {

// If a call fails after it has written its outputs, these functions replace them by values that no caller can
// take for a result.

/// Sets all elements of a column-major matrix to NaN, but not the gaps between columns.
template <class T>
void invalidate_matrix(const Shape& shape, T* data, std::int64_t ld) noexcept {
    for_each_column(shape, data, ld,
                    [](T* first, std::int64_t count) { std::fill_n(first, count, no_number<T>()); });
}

/// Does the same with the vectors and numbers that a call writes. An index becomes -1.
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

/// Sets pivots to no interchanges: valid rows, for callers that do not check info.
inline void invalidate_pivots(const Pivots& ipiv, std::int64_t count) noexcept {
    if (ipiv.wide)
        std::iota(static_cast<std::int64_t*>(ipiv.data), static_cast<std::int64_t*>(ipiv.data) + count, 1);
    else
        std::iota(static_cast<std::int32_t*>(ipiv.data), static_cast<std::int32_t*>(ipiv.data) + count, 1);
}

/// The info of a call that is partially_written.
inline constexpr std::int64_t kPartiallyWritten = 1;

/// Invalidates all outputs of a call. Factors look like those of a singular matrix to callers of LAPACK: U(1,
/// 1) = 0.
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

/// The info of a call that touched nothing because memory is missing: LAPACKE's LAPACK_WORK_MEMORY_ERROR.
inline constexpr std::int64_t kNoMemoryForWork = -1010;

/// Tells the caller that a valid call did nothing because memory is missing: by info, or by invalid outputs
/// if the routine has no info.
template <class Call>
void refuse(const Call& call) noexcept {
    if constexpr (requires { call.arguments.info; })
        *call.arguments.info = kNoMemoryForWork;
    else
        invalidate(call);
}

}  // namespace hg::dropin
