#pragma once

#include <complex>
#include <cstdint>
#include <type_traits>

#include "host_blas/cpu_blas.hpp"
#include "interfaces/generated/engine_table.hpp"
#include <hg/runtime/program/element.hpp>

/// What libhgblas.so, which every process of a job may have to load, asks of the library with all
/// of hg, which is loaded when there is work for devices. Only this header is shared: neither is
/// linked with the other.
namespace hg::dropin {

/// A product that weighs as much as a call: C is m x n, k the depth. A device does it in this number of
/// calls.
struct Product {
    ElementType type;
    std::int64_t m, n, k;
    std::int64_t calls = 1;
};

/// What the choice between the CPU and a device goes by; 0: not known.
struct Figures {
    char devices[128];          ///< those that were started; empty: none
    char device[64];            ///< the one whose figures these are
    bool is_example;            ///< it is none of those that were started
    double compile_seconds;     ///< that this process has spent on making kernels ready
    double call_seconds;        ///< what a call costs beside arithmetic and transfers
    double first_rate;          ///< bytes/s of the first 8 MiB
    double streamed_rate;       ///< bytes/s of what comes after them, beside the arithmetic
    double rate_f64, rate_f32;  ///< flop/s of kernels
    double host_f64, host_f32;  ///< flop/s of the CPU's BLAS
};

/// Nothing is thrown. All but start(), in_cpu_lapack() and the CPU's routines need start() to have been done.
struct Engine {
    /// Makes the process-wide session. False if it can't be made: last_error() says why.
    bool (*start)() noexcept;
    /// Whether a GPU would do a product sooner than the CPU's BLAS.
    bool (*gains)(const Product&) noexcept;
    /// Replaces figures by those known of this machine.
    void (*figures)(Figures&) noexcept;
    /// What went wrong in the last call of this thread that was not done.
    const char* (*last_error)() noexcept;
    /// The CPU's BLAS as hg uses it, for those behind whom there is none. Null if hg finds none: last_error()
    /// says why.
    const CpuBlas* (*cpu_blas)() noexcept;
    /// As has_64_bit_integers().
    bool (*has_64_bit_integers)(const void* dasum) noexcept;

    /// As in_cpu_lapack().
    bool (*in_cpu_lapack)() noexcept;

    EngineRoutines<double> f64;
    EngineRoutines<float> f32;
    EngineRoutines<std::complex<double>> c64;
    EngineRoutines<std::complex<float>> c32;
    MixedRoutines mixed;

    template <class T>
    [[nodiscard]] const EngineRoutines<T>& routines() const noexcept {
        if constexpr (std::is_same_v<T, double>)
            return f64;
        else if constexpr (std::is_same_v<T, float>)
            return f32;
        else if constexpr (std::is_same_v<T, std::complex<double>>)
            return c64;
        else
            return c32;
    }
};

inline constexpr const char* kEngineLibrary = "libhgblas_engine.so.0";
inline constexpr const char* kEngineSymbol = "hgblas_engine_7";  ///< with the version of this interface
using EngineSource = const Engine*();

}  // namespace hg::dropin
