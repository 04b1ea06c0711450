#pragma once

#include <complex>
#include <cstdint>
#include <type_traits>

#include "host_blas/cpu_blas.hpp"
#include "interfaces/generated/engine_table.hpp"
#include <hg/runtime/program/element.hpp>

/// The interface between libhgblas.so and its engine. libhgblas.so is small, because every process of a job
/// may have to load it. The engine contains all of hg, and is loaded when there is work for devices. The two
/// share only this header; neither is linked with the other.
namespace hg::dropin {

/// The GEMM-equivalent cost of a call: a product with an m x n matrix C and inner dimension k. `calls` is the
/// number of consecutive calls in which a device computes it.
struct Product {
    ElementType type;
    std::int64_t m, n, k;
    std::int64_t calls = 1;
};

/// The figures by which hg chooses between the CPU and a device. 0: unknown.
struct Figures {
    char devices[128];          ///< the devices that were started; empty: none
    char device[64];            ///< the device that the figures describe
    bool is_example;            ///< that device was not started: it is an example
    double compile_seconds;     ///< time that this process has spent on preparing kernels
    double call_seconds;        ///< cost of a call in addition to arithmetic and transfers
    double first_rate;          ///< bytes/s of the first 8 MiB
    double streamed_rate;       ///< bytes/s of the remaining bytes, concurrently with arithmetic
    double rate_f64, rate_f32;  ///< flop/s of kernels
    double host_f64, host_f32;  ///< flop/s of the CPU BLAS
};

/// hg::FallBack without the C++ library.
struct FallBackText {
    const char* device;
    const char* reason;
    const char* finished_by;
    unsigned long long times;
};

/// The engine's functions. They throw nothing. start() must succeed before the others are called, except for
/// in_cpu_lapack() and the functions about the CPU BLAS.
struct Engine {
    /// Creates the process-wide session. Returns false if that fails; last_error() says why.
    bool (*start)() noexcept;
    /// Returns whether a GPU computes a product faster than the CPU BLAS.
    bool (*gains)(const Product&) noexcept;
    /// Replaces the figures by those known for this machine.
    void (*figures)(Figures&) noexcept;
    /// Calls take(fall_back, to) for each of hg::fall_backs(), unless there is no memory for them.
    void (*fall_backs)(void (*take)(const FallBackText& fall_back, void* to), void* to) noexcept;
    /// Returns the error of the last call of this thread that failed.
    const char* (*last_error)() noexcept;
    /// Returns the CPU BLAS that hg uses, for symbols that have no next one. Returns null if hg finds none;
    /// last_error() says why.
    const CpuBlas* (*cpu_blas)() noexcept;
    /// The function has_64_bit_integers().
    bool (*has_64_bit_integers)(const void* dasum) noexcept;

    /// The function in_cpu_lapack().
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
inline constexpr const char* kEngineSymbol = "hgblas_engine_7";  ///< ends in the version of this interface
using EngineSource = const Engine*();

}  // namespace hg::dropin
