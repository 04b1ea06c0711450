#include "interfaces/dropin/faces/gemm_call.hpp"
#include "interfaces/dropin/faces/names.hpp"
#include "interfaces/dropin/faces/serve.hpp"
#include "interfaces/dropin/faces/without_next.hpp"
#include "interfaces/dropin/next_symbol.hpp"

namespace hg::dropin {
namespace {

template <class T, class Int>
using FortranGemm = void(const char*, const char*, const Int*, const Int*, const Int*, const T*, const T*,
                         const Int*, const T*, const Int*, const T*, T*, const Int*, std::size_t,
                         std::size_t);

template <class T, class Int>
void fortran_gemm(NextSymbol<FortranGemm<T, Int>>& symbol, const char* transa, const char* transb,
                  const Int* m, const Int* n, const Int* k, const T* alpha, const T* a, const Int* lda,
                  const T* b, const Int* ldb, const T* beta, T* c, const Int* ldc) noexcept {
    const GemmCall<T> call{
        {op_of(*transa), op_of(*transb), *m, *n, *k, *alpha, a, *lda, b, *ldb, *beta, c, *ldc}};
    serve<Int>(call, [&] {
        if (auto* const next = symbol.get())
            next(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, 1, 1);
        else
            without_next(call);
    });
}

template <class T>
using CblasGemm = void(int, int, int, Slot, Slot, Slot, T, const T*, Slot, const T*, Slot, T, T*, Slot);

template <class T, class Int>
void cblas_gemm(NextSymbol<CblasGemm<T>>& symbol, int layout, int transa, int transb, Slot m, Slot n, Slot k,
                T alpha, const T* a, Slot lda, const T* b, Slot ldb, T beta, T* c, Slot ldc) noexcept {
    const auto size = [](Slot slot) -> std::int64_t { return static_cast<Int>(slot); };
    GemmCall<T> call{{op_of(transa), op_of(transb), size(m), size(n), size(k), alpha, a, size(lda), b,
                      size(ldb), beta, c, size(ldc)}};
    if (layout == kRowMajor)
        call.arguments = transposed(call.arguments);
    else if (layout != kColMajor)
        call.arguments.op_a = Op{};
    serve<Int>(call, [&] {
        if (auto* const next = symbol.get())
            next(layout, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
        else
            without_next(call);
    });
}

}  // namespace
}  // namespace hg::dropin

// Lengths of character arguments, which Fortran's compilers append, are not looked at: C's
// callers leave them out.

#define HG_FORTRAN_GEMM(name, T, Int)                                                                      \
    extern "C" void name(const char* transa, const char* transb, const Int* m, const Int* n, const Int* k, \
                         const T* alpha, const T* a, const Int* lda, const T* b, const Int* ldb,           \
                         const T* beta, T* c, const Int* ldc) {                                            \
        static constinit hg::dropin::NextSymbol<hg::dropin::FortranGemm<T, Int>> next(#name);              \
        hg::dropin::fortran_gemm(next, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);      \
    }

#define HG_CBLAS_GEMM(name, T, Int)                                                                        \
    extern "C" void name(int layout, int transa, int transb, hg::dropin::Slot m, hg::dropin::Slot n,       \
                         hg::dropin::Slot k, T alpha, const T* a, hg::dropin::Slot lda, const T* b,        \
                         hg::dropin::Slot ldb, T beta, T* c, hg::dropin::Slot ldc) {                       \
        static constinit hg::dropin::NextSymbol<hg::dropin::CblasGemm<T>> next(#name);                     \
        hg::dropin::cblas_gemm<T, Int>(next, layout, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, \
                                       c, ldc);                                                            \
    }

HG_FORTRAN_NAMES(HG_FORTRAN_GEMM, gemm)
HG_CBLAS_NAMES(HG_CBLAS_GEMM, gemm)
