#include "interfaces/dropin/faces/getrf_call.hpp"
#include "interfaces/dropin/faces/lapacke.hpp"
#include "interfaces/dropin/faces/names.hpp"
#include "interfaces/dropin/faces/serve.hpp"
#include "interfaces/dropin/next_symbol.hpp"

namespace hg::dropin {
namespace {

template <class T, class Int>
using FortranGetrf = void(const Int*, const Int*, T*, const Int*, Int*, Int*);

template <class T, class Int>
void fortran_getrf(NextSymbol<FortranGetrf<T, Int>>& symbol, const Int* m, const Int* n, T* a, const Int* lda,
                   Int* ipiv, Int* info) noexcept {
    std::int64_t result = 0;
    const GetrfCall<T> call{{*m, *n, a, *lda, {ipiv, sizeof(Int) == 8}, &result}};
    const bool by_devices = serve<Int>(call, [&] {
        if (auto* const next = symbol.get()) return next(m, n, a, lda, ipiv, info);
        without_next(call);
        *info = static_cast<Int>(result);
    });
    if (by_devices) *info = static_cast<Int>(result);
}

template <class T>
using LapackeGetrf = Slot(int, Slot, Slot, T*, Slot, void*);

template <class T, class Nan>
std::int64_t getrf_without_next(int layout, GetrfArguments<T> c, const Nan& nan_argument) noexcept {
    if (layout != kColMajor && layout != kRowMajor) return kWrongLayout;
    const bool by_columns = layout == kColMajor;
    if (std::min(c.m, c.n) >= 0 && c.lda < at_least_1(by_columns ? c.m : c.n)) return -5;
    if (std::min(c.m, c.n) >= 0)
        if (const int refused = nan_argument(); refused != 0) return -refused;
    if (by_columns || std::min(c.m, c.n) < 0) {
        without_next(GetrfCall<T>{c});
        return lapacke_info(*c.info);
    }
    try {
        ColumnMajor<T> A(c.A, c.lda, c.m, c.n);
        without_next(GetrfCall<T>{c});
        A.write_back();
        return lapacke_info(*c.info);
    } catch (const std::bad_alloc&) {
        return kNoMemoryToTranspose;
    }
}

template <class T, class Int>
Slot lapacke_getrf(NextSymbol<LapackeGetrf<T>>& symbol, bool looks_for_nan, int layout, Slot m, Slot n, T* a,
                   Slot lda, void* ipiv) noexcept {
    const auto size = [](Slot slot) -> std::int64_t { return static_cast<Int>(slot); };
    std::int64_t info = 0;
    const GetrfArguments<T> arguments{size(m), size(n), a, size(lda), {ipiv, sizeof(Int) == 8}, &info};
    const auto nan = [&]() noexcept {
        const GetrfArguments<T>& c = arguments;
        return looks_for_nan && refuses_nan() && has_nan(layout, a, c.m, c.n, c.lda) ? 4 : 0;
    };
    const auto by_cpu = [&] {
        auto* const next = symbol.get();
        info =
            next != nullptr ? next(layout, m, n, a, lda, ipiv) : getrf_without_next(layout, arguments, nan);
    };
    // What is row-major the CPU's LAPACKE transposes, and calls LAPACK.
    if (layout == kColMajor)
        serve<Int>(LapackeCall(GetrfCall<T>{arguments}, nan), by_cpu);
    else
        by_cpu();
    return info;
}

}  // namespace
}  // namespace hg::dropin

#define HG_FORTRAN_GETRF(name, T, Int)                                                             \
    extern "C" void name(const Int* m, const Int* n, T* a, const Int* lda, Int* ipiv, Int* info) { \
        static constinit hg::dropin::NextSymbol<hg::dropin::FortranGetrf<T, Int>> next(#name);     \
        hg::dropin::fortran_getrf(next, m, n, a, lda, ipiv, info);                                 \
    }

#define HG_LAPACKE_GETRF(name, looks_for_nan, T, Int)                                              \
    extern "C" hg::dropin::Slot name(int layout, hg::dropin::Slot m, hg::dropin::Slot n, T* a,     \
                                     hg::dropin::Slot lda, void* ipiv) {                           \
        static constinit hg::dropin::NextSymbol<hg::dropin::LapackeGetrf<T>> next(#name);          \
        return hg::dropin::lapacke_getrf<T, Int>(next, looks_for_nan, layout, m, n, a, lda, ipiv); \
    }

HG_FORTRAN_NAMES(HG_FORTRAN_GETRF, getrf)
HG_LAPACKE_NAMES(HG_LAPACKE_GETRF, getrf)
