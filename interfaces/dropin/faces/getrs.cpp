#include "interfaces/dropin/faces/getrs_call.hpp"
#include "interfaces/dropin/faces/lapacke.hpp"
#include "interfaces/dropin/faces/names.hpp"
#include "interfaces/dropin/faces/serve.hpp"
#include "interfaces/dropin/next_symbol.hpp"

namespace hg::dropin {
namespace {

template <class T, class Int>
using FortranGetrs = void(const char*, const Int*, const Int*, const T*, const Int*, const Int*, T*,
                          const Int*, Int*, std::size_t);

/// Pivots that are only read; the engine's table has one kind.
template <class Int>
Pivots read_only(const Int* ipiv) noexcept {
    return {const_cast<Int*>(ipiv), sizeof(Int) == 8};
}

template <class T, class Int>
void fortran_getrs(NextSymbol<FortranGetrs<T, Int>>& symbol, const char* trans, const Int* n, const Int* nrhs,
                   const T* a, const Int* lda, const Int* ipiv, T* b, const Int* ldb, Int* info) noexcept {
    std::int64_t result = 0;
    const GetrsCall<T> call{{op_of(*trans), *n, *nrhs, a, *lda, read_only(ipiv), b, *ldb}, &result};
    const bool by_devices = serve<Int>(call, [&] {
        if (auto* const next = symbol.get()) return next(trans, n, nrhs, a, lda, ipiv, b, ldb, info, 1);
        without_next(call);
        *info = static_cast<Int>(result);
    });
    if (by_devices) *info = static_cast<Int>(result);
}

template <class T, class Int>
using LapackeGetrs = Slot(int, char, Slot, Slot, const T*, Slot, const Int*, T*, Slot);

template <class T, class Nan>
std::int64_t getrs_without_next(int layout, GetrsArguments<T> c, std::int64_t& info,
                                const Nan& nan_argument) noexcept {
    if (layout != kColMajor && layout != kRowMajor) return kWrongLayout;
    const bool by_columns = layout == kColMajor;
    const bool sizes = is_valid(c.op) && std::min(c.n, c.nrhs) >= 0;
    if (sizes && c.lda < at_least_1(c.n)) return -6;
    if (sizes && c.ldb < at_least_1(by_columns ? c.n : c.nrhs)) return -9;
    if (sizes)
        if (const int refused = nan_argument(); refused != 0) return -refused;
    if (by_columns || !sizes) {
        without_next(GetrsCall<T>{c, &info});
        return lapacke_info(info);
    }
    try {
        // The factors are read only: these are never written back.
        auto* factors = const_cast<T*>(c.A);
        const ColumnMajor<T> A(factors, c.lda, c.n, c.n);
        c.A = factors;
        ColumnMajor<T> B(c.B, c.ldb, c.n, c.nrhs);
        without_next(GetrsCall<T>{c, &info});
        B.write_back();
        return lapacke_info(info);
    } catch (const std::bad_alloc&) {
        return kNoMemoryToTranspose;
    }
}

template <class T, class Int>
Slot lapacke_getrs(NextSymbol<LapackeGetrs<T, Int>>& symbol, bool looks_for_nan, int layout, char trans,
                   Slot n, Slot nrhs, const T* a, Slot lda, const Int* ipiv, T* b, Slot ldb) noexcept {
    const auto size = [](Slot slot) -> std::int64_t { return static_cast<Int>(slot); };
    std::int64_t info = 0;
    const GetrsArguments<T> arguments{op_of(trans), size(n),         size(nrhs), a,
                                      size(lda),    read_only(ipiv), b,          size(ldb)};
    const auto nan = [&]() noexcept {
        const GetrsArguments<T>& c = arguments;
        if (!looks_for_nan || !refuses_nan()) return 0;
        return has_nan(layout, a, c.n, c.n, c.lda) ? 5 : has_nan(layout, b, c.n, c.nrhs, c.ldb) ? 8 : 0;
    };
    const auto by_cpu = [&] {
        auto* const next = symbol.get();
        info = next != nullptr ? next(layout, trans, n, nrhs, a, lda, ipiv, b, ldb)
                               : getrs_without_next(layout, arguments, info, nan);
    };
    if (layout == kColMajor)
        serve<Int>(LapackeCall(GetrsCall<T>{arguments, &info}, nan), by_cpu);
    else
        by_cpu();
    return info;
}

}  // namespace
}  // namespace hg::dropin

#define HG_FORTRAN_GETRS(name, T, Int)                                                                 \
    extern "C" void name(const char* trans, const Int* n, const Int* nrhs, const T* a, const Int* lda, \
                         const Int* ipiv, T* b, const Int* ldb, Int* info) {                           \
        static constinit hg::dropin::NextSymbol<hg::dropin::FortranGetrs<T, Int>> next(#name);         \
        hg::dropin::fortran_getrs(next, trans, n, nrhs, a, lda, ipiv, b, ldb, info);                   \
    }

#define HG_LAPACKE_GETRS(name, looks_for_nan, T, Int)                                                       \
    extern "C" hg::dropin::Slot name(int layout, char trans, hg::dropin::Slot n, hg::dropin::Slot nrhs,     \
                                     const T* a, hg::dropin::Slot lda, const Int* ipiv, T* b,               \
                                     hg::dropin::Slot ldb) {                                                \
        static constinit hg::dropin::NextSymbol<hg::dropin::LapackeGetrs<T, Int>> next(#name);              \
        return hg::dropin::lapacke_getrs<T, Int>(next, looks_for_nan, layout, trans, n, nrhs, a, lda, ipiv, \
                                                 b, ldb);                                                   \
    }

HG_FORTRAN_NAMES(HG_FORTRAN_GETRS, getrs)
HG_LAPACKE_NAMES(HG_LAPACKE_GETRS, getrs)
