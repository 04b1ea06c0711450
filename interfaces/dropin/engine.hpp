#pragma once

#include <cstdint>

#include "blas/level3/product/gemm_arguments.hpp"
#include "blas/level3/triangle/trsm_arguments.hpp"
#include "kernels/cpu/cpu_blas.hpp"
#include <hg/runtime/program/element.hpp>

/// What libhgblas.so, which every process of a job may have to load, asks of the library with all
/// of hg, which is loaded when there is work for devices. Only this header is shared: neither is
/// linked with the other.
namespace hg::dropin {

/// How a call ended.
enum class Outcome : int {
    done,
    untouched,  ///< nothing was written: the CPU's BLAS can do the call
    spoilt      ///< outputs hold neither what they held nor the result: callers are to be told
};

/// Where a call runs.
enum class Place : int {
    devices,  ///< all of it on the session's devices
    chosen    ///< as the session chooses for each part of it
};

/// A product that weighs as much as a call: C is m x n, k the depth.
struct Product {
    ElementType type;
    std::int64_t m, n, k;
};

/// A caller's pivots, of 32 or 64 bits.
struct Pivots {
    void* data;
    bool wide;
};

template <class T>
struct GetrfArguments {
    std::int64_t m, n;
    T* A;
    std::int64_t lda;
    Pivots ipiv;
    std::int64_t* info;
};

template <class T>
struct GetrsArguments {
    Op op;
    std::int64_t n, nrhs;
    const T* A;
    std::int64_t lda;
    Pivots ipiv;  ///< only read
    T* B;
    std::int64_t ldb;
};

template <class T>
struct GesvArguments {
    std::int64_t n, nrhs;
    T* A;
    std::int64_t lda;
    Pivots ipiv;
    T* B;
    std::int64_t ldb;
    std::int64_t* info;
};

struct DsgesvArguments {
    GesvArguments<double> system;  ///< whose B is only read
    double* X;
    std::int64_t ldx;
    std::int64_t* iter;
};

/// Calls of one element type. Column-major; arguments are valid, except for what pivots hold.
template <class T>
struct EngineRoutines {
    Outcome (*gemm)(Place, const GemmArguments<T>&) noexcept;
    Outcome (*trsm)(Place, const TrsmArguments<T>&) noexcept;
    Outcome (*getrf)(Place, const GetrfArguments<T>&) noexcept;
    Outcome (*getrs)(Place, const GetrsArguments<T>&) noexcept;
    Outcome (*gesv)(Place, const GesvArguments<T>&) noexcept;
};

/// What the choice between the CPU and a device goes by; 0: not known.
struct Figures {
    char device[64];            ///< the one whose figures these are; empty: none
    double call_seconds;        ///< what a call costs beside arithmetic and transfers
    double first_rate;          ///< bytes/s of the first 8 MiB
    double streamed_rate;       ///< bytes/s of what comes after them, beside the arithmetic
    double rate_f64, rate_f32;  ///< flop/s of kernels
    double host_f64, host_f32;  ///< flop/s of the CPU's BLAS
};

/// Nothing is thrown. All but start() and the CPU's routines need start() to have been done.
struct Engine {
    /// Makes the process-wide session. False if it can't be made: last_error() says why.
    bool (*start)() noexcept;
    /// Whether a GPU would do a product sooner than the CPU's BLAS.
    bool (*gains)(const Product&) noexcept;
    /// Replaces figures by those known of this machine.
    void (*figures)(Figures&) noexcept;
    /// What went wrong in the last call of this thread that was not done.
    const char* (*last_error)() noexcept;
    /// The CPU's BLAS as hg uses it, or its own; for those behind whom there is none.
    const kernels::CpuBlas& (*cpu_blas)() noexcept;
    /// As kernels::has_64_bit_integers().
    bool (*has_64_bit_integers)(const void* dasum) noexcept;

    EngineRoutines<double> f64;
    EngineRoutines<float> f32;
    Outcome (*dsgesv)(Place, const DsgesvArguments&) noexcept;

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
