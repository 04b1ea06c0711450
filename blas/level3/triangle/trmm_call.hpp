#pragma once

#include <cstdint>

#include "blas/level3/triangle/trmm_arguments.hpp"

namespace hg {

class Session;

/// A column-major product with a triangle as routine_call() takes it.
template <class T>
struct TrmmCall : TrmmArguments<T> {
    [[nodiscard]] bool does_nothing() const noexcept;
    [[nodiscard]] std::int64_t perform(Session& /*session*/) const noexcept {
        on_cpu();
        return 0;
    }
    /// By the CPU's BLAS, in the calling thread and its own.
    void on_cpu() const noexcept;
};

extern template struct TrmmCall<float>;
extern template struct TrmmCall<double>;

}  // namespace hg
