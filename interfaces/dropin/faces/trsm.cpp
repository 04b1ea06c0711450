#include "interfaces/dropin/faces/names.hpp"
#include "interfaces/dropin/faces/serve.hpp"
#include "interfaces/dropin/faces/trsm_call.hpp"
#include "interfaces/dropin/faces/without_next.hpp"
#include "interfaces/dropin/next_symbol.hpp"

namespace hg::dropin {
namespace {

template <class T, class Int>
using FortranTrsm = void(const char*, const char*, const char*, const char*, const Int*, const Int*, const T*,
                         const T*, const Int*, T*, const Int*, std::size_t, std::size_t, std::size_t,
                         std::size_t);

template <class T, class Int>
void fortran_trsm(NextSymbol<FortranTrsm<T, Int>>& symbol, const char* side, const char* uplo,
                  const char* transa, const char* diag, const Int* m, const Int* n, const T* alpha,
                  const T* a, const Int* lda, T* b, const Int* ldb) noexcept {
    const TrsmCall<T> call{
        {side_of(*side), uplo_of(*uplo), op_of(*transa), diag_of(*diag), *m, *n, *alpha, a, *lda, b, *ldb}};
    serve<Int>(call, [&] {
        if (auto* const next = symbol.get())
            next(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, 1, 1, 1, 1);
        else
            without_next(call);
    });
}

template <class T>
using CblasTrsm = void(int, int, int, int, int, Slot, Slot, T, const T*, Slot, T*, Slot);

template <class T, class Int>
void cblas_trsm(NextSymbol<CblasTrsm<T>>& symbol, int layout, int side, int uplo, int transa, int diag,
                Slot m, Slot n, T alpha, const T* a, Slot lda, T* b, Slot ldb) noexcept {
    const auto size = [](Slot slot) -> std::int64_t { return static_cast<Int>(slot); };
    TrsmCall<T> call{{side_of(side), uplo_of(uplo), op_of(transa), diag_of(diag), size(m), size(n), alpha, a,
                      size(lda), b, size(ldb)}};
    if (layout == kRowMajor)
        call.arguments = transposed(call.arguments);
    else if (layout != kColMajor)
        call.arguments.side = Side{};
    serve<Int>(call, [&] {
        if (auto* const next = symbol.get())
            next(layout, side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb);
        else
            without_next(call);
    });
}

}  // namespace
}  // namespace hg::dropin

#define HG_FORTRAN_TRSM(name, T, Int)                                                                  \
    extern "C" void name(const char* side, const char* uplo, const char* transa, const char* diag,     \
                         const Int* m, const Int* n, const T* alpha, const T* a, const Int* lda, T* b, \
                         const Int* ldb) {                                                             \
        static constinit hg::dropin::NextSymbol<hg::dropin::FortranTrsm<T, Int>> next(#name);          \
        hg::dropin::fortran_trsm(next, side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb);         \
    }

#define HG_CBLAS_TRSM(name, T, Int)                                                                          \
    extern "C" void name(int layout, int side, int uplo, int transa, int diag, hg::dropin::Slot m,           \
                         hg::dropin::Slot n, T alpha, const T* a, hg::dropin::Slot lda, T* b,                \
                         hg::dropin::Slot ldb) {                                                             \
        static constinit hg::dropin::NextSymbol<hg::dropin::CblasTrsm<T>> next(#name);                       \
        hg::dropin::cblas_trsm<T, Int>(next, layout, side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb); \
    }

HG_FORTRAN_NAMES(HG_FORTRAN_TRSM, trsm)
HG_CBLAS_NAMES(HG_CBLAS_TRSM, trsm)
