#include "interfaces/dropin/faces/gesv_call.hpp"
#include "interfaces/dropin/faces/lapacke.hpp"
#include "interfaces/dropin/faces/names.hpp"
#include "interfaces/dropin/faces/serve.hpp"
#include "interfaces/dropin/next_symbol.hpp"

namespace hg::dropin {
namespace {

template <class T, class Int>
using FortranGesv = void(const Int*, const Int*, T*, const Int*, Int*, T*, const Int*, Int*);

template <class T, class Int>
void fortran_gesv(NextSymbol<FortranGesv<T, Int>>& symbol, const Int* n, const Int* nrhs, T* a,
                  const Int* lda, Int* ipiv, T* b, const Int* ldb, Int* info) noexcept {
    std::int64_t result = 0;
    const GesvCall<T> call{{*n, *nrhs, a, *lda, {ipiv, sizeof(Int) == 8}, b, *ldb, &result}};
    const bool by_devices = serve<Int>(call, [&] {
        if (auto* const next = symbol.get()) return next(n, nrhs, a, lda, ipiv, b, ldb, info);
        without_next(call);
        *info = static_cast<Int>(result);
    });
    if (by_devices) *info = static_cast<Int>(result);
}

template <class T>
using LapackeGesv = Slot(int, Slot, Slot, T*, Slot, void*, T*, Slot);

template <class T, class Nan>
std::int64_t gesv_without_next(int layout, GesvArguments<T> c, const Nan& nan_argument) noexcept {
    if (layout != kColMajor && layout != kRowMajor) return kWrongLayout;
    const bool by_columns = layout == kColMajor;
    const bool sizes = std::min(c.n, c.nrhs) >= 0;
    if (sizes && c.lda < at_least_1(c.n)) return -5;
    if (sizes && c.ldb < at_least_1(by_columns ? c.n : c.nrhs)) return -8;
    if (sizes)
        if (const int refused = nan_argument(); refused != 0) return -refused;
    if (by_columns || !sizes) {
        without_next(GesvCall<T>{c});
        return lapacke_info(*c.info);
    }
    try {
        ColumnMajor<T> A(c.A, c.lda, c.n, c.n);
        ColumnMajor<T> B(c.B, c.ldb, c.n, c.nrhs);
        without_next(GesvCall<T>{c});
        A.write_back();
        B.write_back();
        return lapacke_info(*c.info);
    } catch (const std::bad_alloc&) {
        return kNoMemoryToTranspose;
    }
}

template <class T, class Int>
Slot lapacke_gesv(NextSymbol<LapackeGesv<T>>& symbol, bool looks_for_nan, int layout, Slot n, Slot nrhs, T* a,
                  Slot lda, void* ipiv, T* b, Slot ldb) noexcept {
    const auto size = [](Slot slot) -> std::int64_t { return static_cast<Int>(slot); };
    std::int64_t info = 0;
    const GesvArguments<T> arguments{size(n), size(nrhs), a,    size(lda), {ipiv, sizeof(Int) == 8},
                                     b,       size(ldb),  &info};
    const auto nan = [&]() noexcept {
        const GesvArguments<T>& c = arguments;
        if (!looks_for_nan || !refuses_nan()) return 0;
        return has_nan(layout, a, c.n, c.n, c.lda) ? 4 : has_nan(layout, b, c.n, c.nrhs, c.ldb) ? 7 : 0;
    };
    const auto by_cpu = [&] {
        auto* const next = symbol.get();
        info = next != nullptr ? next(layout, n, nrhs, a, lda, ipiv, b, ldb)
                               : gesv_without_next(layout, arguments, nan);
    };
    if (layout == kColMajor)
        serve<Int>(LapackeCall(GesvCall<T>{arguments}, nan), by_cpu);
    else
        by_cpu();
    return info;
}

}  // namespace
}  // namespace hg::dropin

#define HG_FORTRAN_GESV(name, T, Int)                                                          \
    extern "C" void name(const Int* n, const Int* nrhs, T* a, const Int* lda, Int* ipiv, T* b, \
                         const Int* ldb, Int* info) {                                          \
        static constinit hg::dropin::NextSymbol<hg::dropin::FortranGesv<T, Int>> next(#name);  \
        hg::dropin::fortran_gesv(next, n, nrhs, a, lda, ipiv, b, ldb, info);                   \
    }

#define HG_LAPACKE_GESV(name, looks_for_nan, T, Int)                                                         \
    extern "C" hg::dropin::Slot name(int layout, hg::dropin::Slot n, hg::dropin::Slot nrhs, T* a,            \
                                     hg::dropin::Slot lda, void* ipiv, T* b, hg::dropin::Slot ldb) {         \
        static constinit hg::dropin::NextSymbol<hg::dropin::LapackeGesv<T>> next(#name);                     \
        return hg::dropin::lapacke_gesv<T, Int>(next, looks_for_nan, layout, n, nrhs, a, lda, ipiv, b, ldb); \
    }

HG_FORTRAN_NAMES(HG_FORTRAN_GESV, gesv)
HG_LAPACKE_NAMES(HG_LAPACKE_GESV, gesv)
