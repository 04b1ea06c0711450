#pragma once

#include <cstdint>

#include "blas/gemm_arguments.hpp"
#include "blas/trsm_arguments.hpp"
#include "runtime/program/element.hpp"

/// What libhgblas.so, which every process of a job may have to load, asks of the library with all of hg,
/// which is loaded when there is work for devices. Only this header is shared: neither is linked with the
/// other.
namespace hg::dropin {

/// How a call ended.
enum class Outcome : int {
    done,
    untouched,  ///< nothing was written: the CPU's BLAS can do the call
    spoilt      ///< outputs hold neither what they held nor the result
};

/// Where a call runs.
enum class Place : int {
    devices,  ///< all of it on the session's devices
    chosen,   ///< as the session chooses for each part of it
    host      ///< on the CPU, with what hg has for it
};

/// A product that weighs as much as a call: C is m x n, k the depth.
struct Product {
    ElementType type;
    std::int64_t m, n, k;
};

/// Calls of one element type. Column-major; arguments are valid. Nothing is thrown.
template <class T>
struct EngineRoutines {
    Outcome (*gemm)(Place, const GemmArguments<T>&) noexcept;
    Outcome (*trsm)(Place, const TrsmArguments<T>&) noexcept;
};

struct Engine {
    /// Makes the process-wide session. False where it can't be made, or where there is neither a GPU nor a
    /// device that was asked for: `reason` then tells, valid until the process ends.
    bool (*start)(const char** reason) noexcept;
    /// Whether a device would do a product sooner than the CPU's BLAS, after start().
    bool (*gains)(const Product&) noexcept;
    /// What went wrong in the last call of this thread that was not done.
    const char* (*last_error)() noexcept;
    EngineRoutines<double> f64;
    EngineRoutines<float> f32;

    template <class T>
    [[nodiscard]] const EngineRoutines<T>& routines() const noexcept {
        if constexpr (sizeof(T) == sizeof(double))
            return f64;
        else
            return f32;
    }
};

inline constexpr const char* kEngineLibrary = "libhgblas_engine.so.0";
inline constexpr const char* kEngineSymbol = "hgblas_engine_1";  ///< with the version of this interface
using EngineSource = const Engine*();

}  // namespace hg::dropin
